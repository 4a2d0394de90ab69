import { type ReactNode, useState } from "react";
import { Hub } from "#/features/landing/hub.tsx";
import { CheckSign } from "#/features/landing/icons.tsx";
import { landingTexts } from "#/features/landing/landing-texts.ts";
import { marketing } from "#/features/landing/marketing.ts";
import { Section } from "#/features/landing/section.tsx";
import { cn } from "#/lib/class-names.ts";
import { Avatar } from "#/ui/avatar.tsx";
import { ServiceMark } from "#/ui/service-mark.tsx";

const texts = landingTexts.features;

/** The marks of the integrations, in the order of their names. */
const services = ["telegram", "slack", "webhook", "notion", "trello", "calendar"] as const;

/** The features of the product, in five fields separated by hairlines. */
export function FeatureGrid() {
  return (
    <Section id="features" headline={texts.headline}>
      <div className="mt-12 grid grid-cols-1 overflow-hidden rounded-card border border-line bg-line [gap:1px] md:grid-cols-6">
        <Feature
          title={texts.hub.title}
          text={texts.hub.text}
          className="md:col-span-6 lg:col-span-4"
        >
          <Hub />
        </Feature>
        <Feature
          title={texts.summaries.title}
          text={texts.summaries.text}
          className="md:col-span-6 lg:col-span-2"
        >
          <Summary />
        </Feature>
        <Feature title={texts.replies.title} text={texts.replies.text} className="md:col-span-3">
          <Replies />
        </Feature>
        <Feature title={texts.palette.title} text={texts.palette.text} className="md:col-span-3">
          <Palette />
        </Feature>
        <Feature
          title={texts.integrations.title}
          text={texts.integrations.text}
          className="md:col-span-6"
        >
          <ul className="grid grid-cols-1 gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-3">
            {marketing.integrations.map((name, place) => (
              <li key={name} className="flex gap-3.5">
                <span className="grid size-10 shrink-0 place-items-center rounded-menu border border-line">
                  <ServiceMark service={services[place] ?? "webhook"} />
                </span>
                <div className="min-w-0">
                  <h4 className="text-ui font-semibold">{name}</h4>
                  <p className="text-control text-ink-3">{texts.integrations.uses[place]}</p>
                </div>
              </li>
            ))}
          </ul>
          <p className="mt-7 border-t border-line pt-4 text-control text-ink-3">
            {marketing.slackPromise}
          </p>
        </Feature>
      </div>
    </Section>
  );
}

function Feature(props: { title: string; text: string; className: string; children: ReactNode }) {
  return (
    <article className={cn("flex min-w-0 flex-col bg-surface p-6 sm:p-8", props.className)}>
      <h3 className="text-subject font-semibold tracking-[-0.012em]">{props.title}</h3>
      <p className="mt-1 max-w-[34rem] text-ui text-ink-3">{props.text}</p>
      <div className="mt-7 flex-1">{props.children}</div>
    </article>
  );
}

/** A thread of skeletons that ends in its summary. */
function Summary() {
  return (
    <div className="flex h-full flex-col gap-4 md:grid md:grid-cols-2 md:items-center md:gap-8 lg:flex lg:items-stretch lg:gap-4">
      <ul
        aria-hidden="true"
        className="flex flex-1 flex-col justify-center gap-2.5 mask-t-from-20% lg:min-h-22"
      >
        {texts.summaries.thread.map(({ from, percent }) => (
          <li key={from} className="flex items-center gap-2.5">
            <Avatar name={from} size="small" />
            <span className="h-1.5 flex-1">
              <span
                style={{ width: `${percent}%` }}
                className="block h-full rounded-full bg-line"
              />
            </span>
          </li>
        ))}
      </ul>
      <div className="rounded-menu border border-line bg-canvas px-4 py-3">
        <p className="text-label font-semibold text-accent-ink">{texts.summaries.label}</p>
        <ul className="mt-1.5 flex flex-col gap-1.5">
          {texts.summaries.sample.map((line) => (
            <li key={line} className="flex gap-2 text-control text-ink-2">
              <span className="mt-0.5 text-accent-ink">
                <CheckSign />
              </span>
              {line}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** The same answer in three tones. */
function Replies() {
  const [chosen, choose] = useState(0);
  return (
    <div className="flex h-full flex-col">
      <fieldset aria-label={texts.replies.tone} className="flex flex-wrap gap-1.5">
        {marketing.tones.map((name, place) => (
          <button
            key={name}
            type="button"
            aria-pressed={place === chosen}
            onClick={() => choose(place)}
            className="h-8 rounded-full border border-line px-3 text-control font-medium text-ink-2 transition-colors hover:bg-hover aria-pressed:border-accent aria-pressed:bg-selected aria-pressed:text-ink coarse:h-11"
          >
            {name}
          </button>
        ))}
      </fieldset>
      <output className="serif mt-4 block min-h-28 flex-1 rounded-menu border border-line bg-canvas px-4 py-3 text-subject text-ink lg:min-h-22">
        {texts.replies.samples[chosen]}
      </output>
      <ul className="mt-4 flex flex-wrap gap-1.5">
        {texts.replies.categories.map((name, place) => (
          <li
            key={name}
            style={{ "--hue": [255, 85, 155, 210][place] }}
            className="chip rounded-full px-2.5 py-0.5 text-label font-medium"
          >
            {name}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Picture of the palette; the real one is in the app. */
function Palette() {
  return (
    <div className="overflow-hidden rounded-menu border border-line bg-raised shadow-menu">
      <p className="flex items-center justify-between border-b border-line px-4 py-2.5 text-control text-ink-3">
        {texts.palette.placeholder}
        <Keys keys={texts.palette.openedBy} />
      </p>
      <ul className="py-1">
        {texts.palette.commands.map(({ name, keys }, place) => (
          <li
            key={name}
            className={cn(
              "flex h-9 items-center justify-between px-4 text-control",
              place === 0 && "bg-selected shadow-[inset_2px_0_0_var(--accent)]",
            )}
          >
            {name}
            <Keys keys={keys} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <span className="flex gap-1">
      {keys.map((key) => (
        <kbd
          key={key}
          className="grid h-5 min-w-5 place-items-center rounded-[4px] border border-line bg-surface px-1 font-sans text-meta text-ink-2"
        >
          {key}
        </kbd>
      ))}
    </span>
  );
}
