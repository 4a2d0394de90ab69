import { type KeyboardEvent, useId, useState } from "react";
import { landingTexts } from "#/features/landing/landing-texts.ts";
import { marketing } from "#/features/landing/marketing.ts";
import { type SampleMail, sampleMessages } from "#/features/landing/sample-messages.ts";
import { cn } from "#/lib/class-names.ts";
import { Avatar } from "#/ui/avatar.tsx";

const texts = landingTexts.list;
const rowPx = 64;

/** A small copy of the product's list: it can be filtered, moved through by keys, and shows what a message asks for. */
export function MiniList() {
  const id = useId();
  const [mailbox, setMailbox] = useState<string>(texts.all);
  const [at, setAt] = useState(0);
  const messages = sampleMessages.filter(
    (mail) => mailbox === texts.all || mail.mailbox === mailbox,
  );
  const open = messages[at];

  const handleKeyDown = (event: KeyboardEvent) => {
    const next = placeAfter(event.key, at, messages.length);
    if (next === undefined) return;
    event.preventDefault();
    setAt(next);
  };

  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface shadow-menu">
      <fieldset
        aria-label={texts.filter}
        className="flex items-center gap-1 border-b border-line px-3 py-2"
      >
        {[texts.all, ...marketing.mailServices].map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={name === mailbox}
            onClick={() => {
              setMailbox(name);
              setAt(0);
            }}
            className="h-7 rounded-full px-2.5 text-label font-medium text-ink-3 transition-colors hover:text-ink aria-pressed:bg-selected aria-pressed:text-ink coarse:h-11"
          >
            {name}
          </button>
        ))}
      </fieldset>
      <div
        // A native list of options cannot show a mail.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="listbox"
        tabIndex={0}
        aria-label={texts.name}
        aria-activedescendant={`${id}-${at}`}
        onKeyDown={handleKeyDown}
        style={{ height: rowPx * sampleMessages.length }}
        className="relative focus-visible:outline-offset-[-2px]"
      >
        <span
          aria-hidden="true"
          style={{ translate: `0 ${at * rowPx}px`, height: rowPx }}
          className="absolute start-0 top-0 z-10 w-0.5 bg-accent transition-[translate] duration-[140ms]"
        />
        {messages.map((mail, place) => (
          <Row
            key={mail.subject}
            id={`${id}-${place}`}
            mail={mail}
            isOpen={place === at}
            onOpen={() => setAt(place)}
          />
        ))}
      </div>
      <div className="border-t border-line bg-canvas px-4 py-3">
        <p className="text-label font-semibold text-accent-ink">{texts.summary}</p>
        <output className="mt-0.5 block min-h-10 text-control text-ink-2">{open?.summary}</output>
      </div>
    </div>
  );
}

function Row(props: { id: string; mail: SampleMail; isOpen: boolean; onOpen: () => void }) {
  const { mail, isOpen } = props;
  return (
    // The keys are the list's: it alone has the focus.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={props.id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="option"
      tabIndex={-1}
      aria-selected={isOpen}
      onClick={props.onOpen}
      style={{ height: rowPx }}
      className={cn(
        "flex items-center gap-3 px-4 transition-colors",
        isOpen ? "bg-selected" : "hover:bg-hover",
      )}
    >
      <Avatar name={mail.from} />
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline gap-2">
          <span
            className={cn(
              "min-w-0 truncate text-control",
              mail.isUnread ? "font-semibold text-ink" : "text-ink-2",
            )}
          >
            {mail.from}
          </span>
          <span className="text-meta text-ink-3">{mail.mailbox}</span>
          <span className="ms-auto shrink-0 text-meta text-ink-3 tabular">{mail.time}</span>
        </div>
        <div className="flex items-center gap-2">
          <p className="min-w-0 flex-1 truncate text-control">
            <span className={mail.isUnread ? "font-semibold text-ink" : "text-ink-2"}>
              {mail.subject}
            </span>{" "}
            <span className="text-ink-3">{mail.preview}</span>
          </p>
          {mail.isUrgent && (
            <span className="shrink-0 text-meta font-semibold text-coral">{texts.high}</span>
          )}
          <span
            style={{ "--hue": mail.hue }}
            className="chip hidden shrink-0 rounded-full px-2 py-px text-meta font-medium sm:inline"
          >
            {mail.category}
          </span>
        </div>
      </div>
    </div>
  );
}

/** Returns the position that a key leads to, if any. */
function placeAfter(key: string, at: number, count: number): number | undefined {
  switch (key) {
    case "ArrowDown":
    case "j":
      return Math.min(at + 1, count - 1);
    case "ArrowUp":
    case "k":
      return Math.max(at - 1, 0);
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return undefined;
  }
}
