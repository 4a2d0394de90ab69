import { landingTexts } from "#/features/landing/landing-texts.ts";
import { marketing } from "#/features/landing/marketing.ts";
import { ScheduleDemo } from "#/features/landing/schedule-demo.tsx";

const texts = landingTexts.closing;

/** The last section: sign up, or request a demo first. */
export function Closing() {
  return (
    <section
      aria-labelledby="begin-headline"
      className="mt-24 border-y border-line bg-surface sm:mt-32"
    >
      <div className="mx-auto max-w-312 px-4 py-20 sm:px-6 sm:py-28">
        <h2 id="begin-headline" className="serif max-w-[20ch] text-display">
          {texts.headline}
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
        <p className="mt-5 text-control text-ink-3">
          {[marketing.setup, ...marketing.trial].join(" · ")}
        </p>
      </div>
    </section>
  );
}
