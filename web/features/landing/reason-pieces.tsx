import { CheckSign } from "#/features/landing/icons.tsx";
import { landingTexts } from "#/features/landing/landing-texts.ts";
import { cn } from "#/lib/class-names.ts";
import { Avatar } from "#/ui/avatar.tsx";

const texts = landingTexts.reasons;

/** The list of emails that wait for a reply, the longest wait on top. */
export function NeedsReply() {
  const { tabs, rows } = texts.reply;
  return (
    <>
      <p className="flex gap-4 border-b border-line px-4 pt-1 font-medium text-ink-3">
        {tabs.map(({ name, count }, place) => (
          <span
            key={name}
            className={cn("-mb-px py-2", place === 0 && "border-b-2 border-accent text-ink")}
          >
            {name} <span className="text-meta font-normal text-ink-3 tabular">{count}</span>
          </span>
        ))}
      </p>
      <ul className="flex flex-1 flex-col justify-evenly px-4 py-1">
        {rows.map(({ from, subject, wait }, place) => (
          <li key={from} className="flex items-center gap-2.5">
            <Avatar name={from} size="small" />
            <span className="min-w-0 flex-1 truncate text-ink-3">
              <span className="font-semibold text-ink">{from}</span> {subject}
            </span>
            <span
              className={cn(
                "shrink-0 text-meta tabular",
                place === 0 ? "font-semibold text-coral" : "text-ink-3",
              )}
            >
              {wait}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** A rule as it is typed, and the emails that it would have found. */
export function Rule() {
  const { sentence, found, foundHint, turnOn } = texts.rules;
  return (
    <div className="px-4">
      <p className="rounded-control border border-accent bg-surface px-3 py-2 text-control text-ink outline outline-accent">
        {sentence}
        <span className="ms-px inline-block h-3.5 w-px translate-y-0.5 bg-accent" />
      </p>
      <div className="mt-4 flex items-center justify-between gap-3">
        <p className="min-w-0">
          <span className="block font-semibold text-ink">{found}</span>
          <span className="text-ink-3">{foundHint}</span>
        </p>
        <span className="shrink-0 rounded-control bg-accent px-2.5 py-1 font-medium text-on-accent">
          {turnOn}
        </span>
      </div>
    </div>
  );
}

/** A label with its menu of reasons. */
export function LabelReasons() {
  const { label, why, because, choices } = texts.sorting;
  return (
    <div className="px-4">
      <span
        style={{ "--hue": 85 }}
        className="chip inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 font-medium"
      >
        <span className="hue-dot size-1.5 rounded-full" />
        {label}
      </span>
      <div className="mt-1.5 overflow-hidden rounded-menu border border-line bg-raised shadow-menu">
        <p className="border-b border-line px-3 py-2 text-ink-3">
          <span className="block font-semibold text-ink">{why}</span>
          {because}
        </p>
        {choices.map((choice, place) => (
          <p
            key={choice}
            className={cn(
              "flex items-center justify-between gap-2 px-3 py-1.5 text-ink-2",
              place === 0 && "bg-selected text-ink",
            )}
          >
            <span className="truncate">{choice}</span>
            {place === 0 && (
              <span className="text-accent-ink">
                <CheckSign />
              </span>
            )}
          </p>
        ))}
      </div>
    </div>
  );
}

/** The requests to a model, newest first. */
export function Ledger() {
  const { columns, rows, total } = texts.ledger;
  return (
    <>
      <p className="grid grid-cols-[1fr_auto_3.5rem] gap-3 border-b border-line px-4 py-2.5 text-meta font-medium text-ink-3">
        {columns.map((name) => (
          <span key={name} className="last:text-end">
            {name}
          </span>
        ))}
      </p>
      <ul className="flex flex-1 flex-col justify-evenly px-4 tabular">
        {rows.map(({ time, task, sent, cost }) => (
          <li key={time} className="grid grid-cols-[1fr_auto_3.5rem] gap-3">
            <span className="truncate text-ink">
              <span className="text-ink-3">{time}</span> {task}
            </span>
            <span className="text-ink-2">{sent}</span>
            <span className="text-end text-ink-2">{cost}</span>
          </li>
        ))}
      </ul>
      <p className="border-t border-line bg-canvas px-4 py-2 text-meta text-ink-3 tabular">
        {total}
      </p>
    </>
  );
}

/** Folders with two counts that agree, and one that is still being read. */
export function ProofOfSync() {
  const { columns, folders } = texts.sync;
  const row = "grid grid-cols-[1fr_3.5rem_3.5rem_1rem] items-center gap-2";
  return (
    <>
      <p className={cn(row, "border-b border-line px-4 py-2.5 text-meta font-medium text-ink-3")}>
        {columns.map((name) => (
          <span key={name} className="not-first:text-end">
            {name}
          </span>
        ))}
      </p>
      <ul className="flex flex-1 flex-col justify-evenly px-4 tabular">
        {folders.map(({ name, server, here }) => (
          <li key={name} className={cn(row, "text-ink-2")}>
            <span className="truncate font-medium text-ink">{name}</span>
            <span className="text-end">{server}</span>
            <span className="text-end">{here}</span>
            {server === here ? (
              <span className="text-success">
                <CheckSign />
              </span>
            ) : (
              <span className="ms-1 size-3 rounded-full border-2 border-line border-t-accent" />
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** The same newsletter in both themes; each half carries the theme's own colors. */
export function DarkMail() {
  const { sender, headline } = texts.dark;
  return (
    <div className="grid flex-1 grid-cols-2">
      {(["light", "dark"] as const).map((theme) => (
        <div key={theme} data-theme={theme} className="flex flex-col bg-surface text-ink">
          <p
            style={{ "--hue": 35 }}
            className="chip px-4 py-3 text-meta font-semibold tracking-wide"
          >
            {sender}
          </p>
          <div className="flex flex-1 flex-col justify-center gap-2 px-4 pb-2">
            <p className="serif text-ui">{headline}</p>
            {[100, 92, 64].map((percent) => (
              <span
                key={percent}
                style={{ width: `${percent}%` }}
                className="h-1 rounded-full bg-line"
              />
            ))}
            <span style={{ "--hue": 35 }} className="hue-dot mt-1 h-4 w-14 rounded-full" />
          </div>
        </div>
      ))}
    </div>
  );
}
