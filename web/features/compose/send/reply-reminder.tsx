import { BellRing, CalendarClock, Check, X } from "lucide-react";
import { composeTexts } from "#/features/compose/compose-texts.ts";
import type { Draft } from "#/features/compose/drafts/draft.ts";
import { IconButton } from "#/ui/icon-button.tsx";
import { MenuIcon, menuItem } from "#/ui/menu.tsx";

const words = composeTexts.remind;
const likelyDays = [3, 7];

export type RemindAfter = Draft["remindAfter"];

/** Choices in the menu beside "Send" for a reminder of a missing reply. Choosing the current one removes it. */
export function ReminderChoices(props: {
  chosen: RemindAfter;
  onChoose: (remindAfter: RemindAfter) => void;
  /** Asks for a date. */
  onOther: () => void;
}) {
  const { chosen } = props;
  return (
    <div
      role="group"
      aria-label={words.head}
      className="not-first:mt-1 not-first:border-t not-first:border-line not-first:pt-1"
    >
      <p aria-hidden="true" className="px-2.5 py-1 text-label text-ink-3">
        {words.head}
      </p>
      {likelyDays.map((days) => (
        <button
          key={days}
          type="button"
          {...menuItem}
          role="menuitemcheckbox"
          aria-checked={chosen === days}
          onClick={() => props.onChoose(chosen === days ? null : days)}
        >
          <MenuIcon>
            {chosen === days ? (
              <Check strokeWidth={1.75} aria-hidden="true" />
            ) : (
              <BellRing strokeWidth={1.75} aria-hidden="true" />
            )}
          </MenuIcon>
          {words.inDays(days)}
        </button>
      ))}
      <button type="button" {...menuItem} onClick={props.onOther}>
        <MenuIcon>
          <CalendarClock strokeWidth={1.75} aria-hidden="true" />
        </MenuIcon>
        {words.choose}
      </button>
    </div>
  );
}

/** Shows when the user will be reminded of the message, with a button to remove the reminder. */
export function ReminderLine(props: { chosen: RemindAfter; onDrop: () => void }) {
  const { chosen } = props;
  if (chosen === null) return null;
  return (
    <p
      role="status"
      className="mt-3 flex items-center gap-2 rounded-control bg-sunken/60 py-1 ps-3 pe-1 text-control text-ink-2"
    >
      <BellRing size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-ink-3" />
      <span className="min-w-0 flex-1">
        {typeof chosen === "number" ? words.afterDays(chosen) : words.by(chosen)}
      </span>
      <IconButton
        label={words.drop}
        icon={<X size={16} strokeWidth={1.75} aria-hidden="true" />}
        onClick={props.onDrop}
      />
    </p>
  );
}
