import { landingTexts } from "#/features/landing/landing-texts.ts";
import { marketing } from "#/features/landing/marketing.ts";
import { Section } from "#/features/landing/section.tsx";

const texts = landingTexts.problem;

/** The cost of email, in four figures as large as a headline. */
export function Problem() {
  return (
    <Section id="cost" headline={texts.headline}>
      <dl className="mt-10 grid border-t border-line sm:grid-cols-2">
        {marketing.problems.map(({ figure, about }) => (
          <div
            key={about}
            className="flex items-baseline gap-5 border-b border-line py-6 sm:odd:pe-8 sm:even:border-s sm:even:ps-8"
          >
            <dt className="order-2 max-w-[22ch] text-balance text-lead text-ink-2">{about}</dt>
            <dd className="serif w-[2.25em] shrink-0 text-figure text-accent-ink tabular">
              {figure}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-label text-ink-3">{texts.source}</p>
    </Section>
  );
}
