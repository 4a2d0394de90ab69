import { use } from "react";
import { landingTexts } from "#/features/landing/landing-texts.ts";
import { HasFigures } from "#/features/landing/has-figures.ts";
import { marketing } from "#/features/landing/marketing.ts";
import { ScheduleDemo } from "#/features/landing/schedule-demo.tsx";

const texts = landingTexts.closing;

/** The last section: sign up, or request a demo first. */
export function Closing() {
  const hasFigures = use(HasFigures);
  return (
    <section
      aria-labelledby="begin-headline"
      className="mt-24 border-y border-line bg-surface sm:mt-32"
    >
      <div className="mx-auto grid max-w-312 grid-cols-1 items-end gap-x-16 gap-y-6 px-4 py-20 sm:px-6 sm:py-28 lg:grid-cols-[minmax(0,6fr)_minmax(0,5fr)]">
        <h2 id="begin-headline" className="serif max-w-[20ch] text-display">
          {hasFigures ? texts.headline : texts.plainHeadline}
        </h2>
        <div className="lg:pb-1.5">
          <p className="text-lead text-ink-2">{texts.text}</p>
          <div className="mt-6 flex flex-wrap items-center gap-3">
            <a
              href="/login"
              className="inline-flex h-12 items-center rounded-full bg-accent px-7 text-ui font-medium text-on-accent transition-colors hover:bg-accent-hover active:bg-accent-active"
            >
              {texts.start}
            </a>
            <ScheduleDemo />
          </div>
          {hasFigures && (
            <p className="mt-5 text-control text-ink-3">
              {[marketing.setup, ...marketing.trial].join(" · ")}
            </p>
          )}
        </div>
      </div>
    </section>
  );
}
