import { use } from "react";
import dark from "#/features/landing/pictures/inbox-dark.webp?url";
import light from "#/features/landing/pictures/inbox-light.webp?url";
import phoneDark from "#/features/landing/pictures/phone-dark.webp?url";
import phoneLight from "#/features/landing/pictures/phone-light.webp?url";
import { landingTexts } from "#/features/landing/landing-texts.ts";
import { HasFigures } from "#/features/landing/has-figures.ts";
import { marketing } from "#/features/landing/marketing.ts";
import { Section } from "#/features/landing/section.tsx";
import { cn } from "#/lib/class-names.ts";

const texts = landingTexts.shot;
const desktop = { width: 1280, height: 800, alt: texts.alt };
const phone = { width: 375, height: 760, alt: texts.phoneAlt };

/** Pictures of the product on a laptop and a phone, and three figures about it. On a phone, only that one can be read. */
export function ProductShot() {
  const hasFigures = use(HasFigures);
  return (
    <Section
      id="look"
      headline={hasFigures ? texts.headline : texts.plainHeadline}
      text={texts.text}
    >
      <div className="mt-10 flex items-end gap-6 lg:gap-10">
        <div className="min-w-0 flex-1 overflow-hidden rounded-card border border-line bg-surface max-sm:hidden">
          <Picture {...desktop} address={light} className="dark:hidden" />
          <Picture {...desktop} address={dark} className="hidden dark:block" />
        </div>
        <div className="w-full max-w-80 shrink-0 overflow-hidden rounded-[1.75rem] border-4 border-line bg-surface max-sm:mx-auto sm:w-1/5 sm:min-w-40 sm:max-w-56">
          <Picture {...phone} address={phoneLight} className="dark:hidden" />
          <Picture {...phone} address={phoneDark} className="hidden dark:block" />
        </div>
      </div>
      {hasFigures && (
        <dl className="mt-8 grid gap-y-3 sm:mt-10 sm:grid-cols-3">
          {marketing.stats.map(({ figure, about }) => (
            <div
              key={about}
              className="flex flex-row-reverse items-baseline justify-end gap-3 sm:flex-col-reverse sm:items-stretch sm:justify-start sm:gap-0 sm:border-s sm:border-line sm:ps-6 sm:first:border-0 sm:first:ps-0"
            >
              <dt className="text-ui text-ink-3">{about}</dt>
              <dd className="serif text-headline tabular">{figure}</dd>
            </div>
          ))}
        </dl>
      )}
    </Section>
  );
}

/** A picture for one theme; the browser does not fetch the hidden one. */
function Picture(props: {
  address: string;
  width: number;
  height: number;
  alt: string;
  className: string;
}) {
  return (
    <img
      src={props.address}
      alt={props.alt}
      width={props.width}
      height={props.height}
      loading="lazy"
      decoding="async"
      className={cn("h-auto w-full", props.className)}
    />
  );
}
