import { BellOff, Clock, Ellipsis, Sparkles } from "lucide-react";
import { followUpTexts as words } from "#/features/follow-ups/follow-up-texts.ts";
import {
  nameOf,
  putOffTimes,
  type UnansweredConversation,
  useReminders,
} from "#/features/follow-ups/follow-ups.ts";
import { Menu, MenuIcon, menuItem } from "#/ui/menu.tsx";

/** Menu of times for the next reminder, with an entry to dismiss it. */
export function ReminderMenu(props: {
  followUp: UnansweredConversation;
  /** Uses a text from the model, if one is available. */
  onModel?: (() => void) | undefined;
}) {
  const { followUp, onModel } = props;
  const reminders = useReminders();
  return (
    <Menu
      label={words.moreOf(nameOf(followUp))}
      button={<Ellipsis size={16} strokeWidth={1.75} aria-hidden="true" />}
      className="grid size-8 shrink-0 place-items-center rounded-control text-ink-2 hover:bg-hover hover:text-ink coarse:size-11"
    >
      {onModel && (
        <button type="button" {...menuItem} onClick={onModel}>
          <MenuIcon>
            <Sparkles strokeWidth={1.75} aria-hidden="true" />
          </MenuIcon>
          {words.byModel}
        </button>
      )}
      {putOffTimes(new Date()).map(({ label, at }) => (
        <button
          key={label}
          type="button"
          {...menuItem}
          onClick={() => reminders.putOff(followUp, at)}
        >
          <MenuIcon>
            <Clock strokeWidth={1.75} aria-hidden="true" />
          </MenuIcon>
          {label}
        </button>
      ))}
      <button type="button" {...menuItem} onClick={() => reminders.turnOff(followUp)}>
        <MenuIcon>
          <BellOff strokeWidth={1.75} aria-hidden="true" />
        </MenuIcon>
        {words.off}
      </button>
    </Menu>
  );
}
