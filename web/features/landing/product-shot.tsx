import dark from "#/features/landing/inbox-dark.webp?url";
import light from "#/features/landing/inbox-light.webp?url";
import { landingTexts } from "#/features/landing/landing-texts.ts";
import { marketing } from "#/features/landing/marketing.ts";
import { Section } from "#/features/landing/section.tsx";

const texts = landingTexts.shot;

/** Screenshots of the product, and three figures about it. */
export function ProductShot() {
  return (
    <Section id="look" headline={texts.headline} text={texts.text}>
      <div className="mt-10 overflow-hidden rounded-card border border-line bg-surface">
        <Picture address={light} className="dark:hidden" />
        <Picture address={dark} className="hidden dark:block" />
      </div>
      <dl className="mt-10 grid gap-y-6 sm:grid-cols-3">
        {marketing.stats.map(({ figure, about }) => (
          <div
            key={about}
            className="flex flex-col-reverse sm:border-s sm:border-line sm:ps-6 sm:first:border-0 sm:first:ps-0"
          >
            <dt className="text-ui text-ink-3">{about}</dt>
            <dd className="serif text-headline tabular">{figure}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

/** Only one of the two is shown; the browser does not fetch the hidden one. */
function Picture({ address, className }: { address: string; className: string }) {
  return (
    <img
      src={address}
      alt={texts.alt}
      width={1280}
      height={800}
      loading="lazy"
      decoding="async"
      className={`h-auto w-full ${className}`}
    />
  );
}
