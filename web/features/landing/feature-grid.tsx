import { type ReactNode, useState } from "react";
import { Hub } from "#/features/landing/hub.tsx";
import { CheckSign } from "#/features/landing/icons.tsx";
import { landingTexts } from "#/features/landing/landing-texts.ts";
import { marketing } from "#/features/landing/marketing.ts";
import { Section } from "#/features/landing/section.tsx";
import { cn } from "#/lib/class-names.ts";

const texts = landingTexts.features;

/** The features of the product, in five fields separated by hairlines. */
export function FeatureGrid() {
  return (
    <Section id="features" headline={texts.headline}>
      <div className="mt-12 grid grid-cols-1 overflow-hidden rounded-card border border-line bg-line [gap:1px] lg:grid-cols-6">
        <Feature title={texts.hub.title} text={texts.hub.text} className="lg:col-span-4">
          <Hub />
        </Feature>
        <Feature
          title={texts.summaries.title}
          text={texts.summaries.text}
          className="lg:col-span-2"
        >
          <ul className="flex flex-col gap-3">
            {texts.summaries.sample.map((line) => (
              <li key={line} className="flex gap-2.5 text-ui text-ink-2">
                <span className="mt-0.5 text-accent-ink">
                  <CheckSign />
                </span>
                {line}
              </li>
            ))}
          </ul>
        </Feature>
        <Feature title={texts.replies.title} text={texts.replies.text} className="lg:col-span-3">
          <Replies />
        </Feature>
        <Feature title={texts.palette.title} text={texts.palette.text} className="lg:col-span-3">
          <Palette />
        </Feature>
        <Feature
          title={texts.integrations.title}
          text={texts.integrations.text}
          className="lg:col-span-6"
        >
          <ul className="flex flex-wrap gap-x-8 gap-y-3">
            {marketing.integrations.map((name) => (
              <li key={name} className="serif text-title">
                {name}
              </li>
            ))}
          </ul>
          <p className="mt-6 text-control text-ink-3">{marketing.slackPromise}</p>
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

/** The same answer in three tones. */
function Replies() {
  const [chosen, choose] = useState(0);
  return (
    <>
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
      <output className="serif mt-5 block min-h-22 text-subject text-ink">
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
    </>
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
