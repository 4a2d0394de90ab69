import { use, useState } from "react";
import { HouseSign, PauseOrPlay } from "#/features/landing/icons.tsx";
import { landingTexts } from "#/features/landing/landing-texts.ts";
import { HasFigures } from "#/features/landing/has-figures.ts";
import { marketing } from "#/features/landing/marketing.ts";
import { MiniList } from "#/features/landing/mini-list.tsx";
import { cn } from "#/lib/class-names.ts";
import { Avatar } from "#/ui/avatar.tsx";
import { Button } from "#/ui/button.tsx";
import { ServiceMark } from "#/ui/service-mark.tsx";
import type { EntryDialog } from "#/features/landing/landing-menu.tsx";

const texts = landingTexts.hero;
const { cards } = texts;

/** Introduces the product in one sentence and one list. */
export function Hero({ onEntry }: { onEntry: (dialog: EntryDialog) => void }) {
  const hasFigures = use(HasFigures);
  return (
    <section className="mx-auto max-w-312 px-4 pt-8 sm:px-6 sm:pt-14 lg:pt-18">
      <div className="grid grid-cols-1 items-center gap-10 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:gap-16">
        <div>
          <h1 className="serif text-display">{texts.headline}</h1>
          <p className="mt-5 max-w-[34rem] text-lead text-ink-2">{texts.text}</p>
          <p className="mt-5 flex items-center gap-2.5 text-ui font-medium">
            <span className="text-accent-ink">
              <HouseSign />
            </span>
            {texts.hosted}
          </p>
          <Button
            tone="primary"
            size="large"
            onClick={() => onEntry("signup")}
            className="mt-8 h-12 rounded-full px-7 text-ui coarse:h-12"
          >
            {texts.start}
          </Button>
          {hasFigures && (
            <>
              <ul className="mt-5 flex flex-wrap gap-x-5 gap-y-1 text-control text-ink-3">
                {marketing.trial.map((claim) => (
                  <li key={claim}>{claim}</li>
                ))}
              </ul>
              <p className="mt-8 border-t border-line pt-5 text-control text-ink-3">
                {texts.rated}{" "}
                <strong className="serif text-subject font-normal text-ink">
                  {marketing.rating.score}
                </strong>{" "}
                {texts.ratedBy} {marketing.rating.by}
              </p>
            </>
          )}
        </div>
        <div>
          <MiniList />
          <p className="mt-2.5 text-label text-ink-3 max-lg:hidden">{landingTexts.list.hint}</p>
        </div>
      </div>
      <FloatingCards />
    </section>
  );
}

/** Three cards that float on the water below; the animation can be stopped. */
function FloatingCards() {
  const [isPaused, setPaused] = useState(false);
  const list = [
    { ...cards.inbox, sign: <Mailboxes /> },
    { ...cards.intelligence, sign: <TwoLines /> },
    { ...cards.integrations, sign: <Channels /> },
  ];
  return (
    <div className="relative mt-12 lg:mt-16">
      <ul className="grid grid-cols-1 gap-2.5 md:grid-cols-3 md:gap-5">
        {list.map(({ title, text, sign }, place) => (
          <li
            key={title}
            style={{ animationDelay: `${place * -3}s` }}
            className={cn(
              "animate-drift rounded-card border border-line bg-surface px-4 py-3 shadow-menu max-md:grid max-md:grid-cols-[5.5rem_minmax(0,1fr)] max-md:items-center max-md:gap-x-4 md:px-5 md:py-4",
              place === 1 && "md:mt-6 md:-mb-6",
              isPaused && "[animation-play-state:paused]",
            )}
          >
            {sign}
            <div className="min-w-0 md:mt-4">
              <h2 className="text-ui font-semibold">{title}</h2>
              <p className="text-control text-ink-3 md:mt-0.5">{text}</p>
            </div>
          </li>
        ))}
      </ul>
      <button
        type="button"
        aria-pressed={isPaused}
        onClick={() => setPaused(!isPaused)}
        className="mt-3 ms-auto flex h-7 items-center gap-1.5 rounded-control px-2 text-label text-ink-3 transition-colors hover:text-ink motion-reduce:hidden coarse:h-11"
      >
        <PauseOrPlay isPaused={isPaused} />
        {isPaused ? texts.play : texts.pause}
      </button>
    </div>
  );
}

/** Three mailboxes merged into one. */
function Mailboxes() {
  const hasFigures = use(HasFigures);
  return (
    <div aria-hidden="true" className="flex h-9 items-center">
      {marketing.mailServices.map((name, place) => (
        <span key={name} className={cn("rounded-full bg-surface p-0.5", place > 0 && "-ms-3")}>
          <Avatar name={name} />
        </span>
      ))}
      <span className="mx-3 h-px flex-1 bg-line max-md:hidden" />
      <span className="min-h-5 min-w-5 rounded-full bg-accent px-2.5 py-0.5 max-md:hidden text-label font-semibold text-on-accent tabular">
        {hasFigures && marketing.emailsPerDay}
      </span>
    </div>
  );
}

/** A long message, and its summary in two lines. */
function TwoLines() {
  return (
    <div aria-hidden="true" className="flex h-9 items-center gap-4">
      <span className="flex flex-1 flex-col gap-1">
        {[100, 92, 97, 88, 60].map((percent) => (
          <span
            key={percent}
            style={{ width: `${percent}%` }}
            className="h-[3px] rounded-full bg-line"
          />
        ))}
      </span>
      <span className="flex flex-1 flex-col gap-2">
        <span className="h-[5px] rounded-full bg-accent" />
        <span className="h-[5px] w-2/3 rounded-full bg-accent" />
      </span>
    </div>
  );
}

/** The marks of services, in the order of the text; a phone has room for three. */
function Channels() {
  return (
    <div aria-hidden="true" className="flex h-9 items-center gap-3.5">
      {(["slack", "telegram", "notion", "trello", "calendar"] as const).map((service) => (
        <ServiceMark key={service} service={service} className="max-md:nth-[n+4]:hidden" />
      ))}
    </div>
  );
}
