import { use } from "react";
import { CheckSign } from "#/features/landing/icons.tsx";
import { landingTexts } from "#/features/landing/landing-texts.ts";
import { HasFigures } from "#/features/landing/has-figures.ts";
import { marketing } from "#/features/landing/marketing.ts";
import { ScheduleDemo } from "#/features/landing/schedule-demo.tsx";

const texts = landingTexts.closing;

/** The last section: sign up, or request a demo first; beside it, what else there is. */
export function Closing() {
  const hasFigures = use(HasFigures);
  return (
    <section
      aria-labelledby="begin-headline"
      className="mt-24 border-y border-line bg-surface sm:mt-32"
    >
      <div className="mx-auto grid max-w-312 grid-cols-1 gap-x-16 gap-y-14 px-4 py-20 sm:px-6 sm:py-28 lg:grid-cols-[minmax(0,6fr)_minmax(0,5fr)]">
        <div>
          <h2 id="begin-headline" className="serif max-w-[20ch] text-display">
            {hasFigures ? texts.headline : texts.plainHeadline}
          </h2>
          <p className="mt-4 text-lead text-ink-2">{texts.text}</p>
          <div className="mt-9 flex flex-wrap items-center gap-3">
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
        <ul aria-label={texts.reasons} className="grid content-center gap-5">
          {texts.list.map(({ title, text }) => (
            <li key={title} className="flex gap-3">
              <span className="mt-0.5 text-accent-ink">
                <CheckSign />
              </span>
              <div>
                <h3 className="text-ui font-semibold">{title}</h3>
                <p className="text-control text-ink-3">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
