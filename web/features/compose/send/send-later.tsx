import { CalendarClock, Clock } from "lucide-react";
import { type ReactNode, useState } from "react";
import { besideSend } from "#/features/compose/send/send-button-style.ts";
import { composeTexts } from "#/features/compose/compose-texts.ts";
import { type RemindAfter, ReminderChoices } from "#/features/compose/send/reply-reminder.tsx";
import { sendTimes } from "#/features/compose/send/send-times.ts";
import { shortTime } from "#/lib/dates.ts";
import { whenTexts } from "#/lib/when-texts.ts";
import { Button } from "#/ui/button.tsx";
import { Field } from "#/ui/form/field.tsx";
import { FormError } from "#/ui/form/form-error.tsx";
import { WhenInput } from "#/ui/form/when-input.tsx";
import { Menu, MenuIcon, menuItem } from "#/ui/menu.tsx";

const words = composeTexts.later;

/** The menu beside "Send": suggested times, an entry for any other time, and reminders. */
export function SendLaterMenu(props: {
  label?: string;
  icon?: ReactNode;
  isDisabled: boolean;
  onChoose: (sendAt: string) => void;
  onOther: () => void;
  chosenReminder: RemindAfter;
  onRemind: (remindAfter: RemindAfter) => void;
  onOtherReminder: () => void;
  /** Further ways to send the message, above the others. */
  children?: ReactNode;
}) {
  const [times, setTimes] = useState(() => sendTimes(new Date()));
  return (
    <span
      className="contents"
      // The menu may open hours after the window did.
      onPointerDown={() => setTimes(sendTimes(new Date()))}
      onFocus={() => setTimes(sendTimes(new Date()))}
    >
      <Menu
        label={props.label ?? words.menu}
        isDisabled={props.isDisabled}
        button={props.icon ?? <Clock size={16} strokeWidth={1.75} aria-hidden="true" />}
        className={besideSend}
      >
        {props.children}
        {times.map(({ name, at }) => (
          <button
            key={name}
            type="button"
            {...menuItem}
            onClick={() => props.onChoose(at.toISOString())}
          >
            <MenuIcon>
              <Clock strokeWidth={1.75} aria-hidden="true" />
            </MenuIcon>
            <span className="flex-1">{words[name]}</span>
            <span className="ps-4 text-label text-ink-3 tabular">{shortTime(at)}</span>
          </button>
        ))}
        <button type="button" {...menuItem} onClick={props.onOther}>
          <MenuIcon>
            <CalendarClock strokeWidth={1.75} aria-hidden="true" />
          </MenuIcon>
          {words.choose}
        </button>
        <ReminderChoices
          chosen={props.chosenReminder}
          onChoose={props.onRemind}
          onOther={props.onOtherReminder}
        />
      </Menu>
    </span>
  );
}

/** Form for a date and a time, as a date or in words. */
export function TimeForm(props: {
  /** The initial value of the form. */
  start: Date;
  onChoose: (sendAt: string) => void;
  onCancel: () => void;
  /** Labels of the form; absent: those for scheduling a message. */
  texts?: { when: string; confirm: string };
}) {
  const { when, confirm } = props.texts ?? words;
  const [at, setAt] = useState<Date | null>(props.start);
  const [error, setError] = useState("");
  const submit = () => {
    if (at === null) setError(whenTexts.unreadable);
    else if (!(at.getTime() > Date.now())) setError(words.past);
    else props.onChoose(at.toISOString());
  };
  return (
    <div className="mb-3 flex flex-col gap-2 rounded-control border border-line bg-sunken/60 px-3 py-3">
      <FormError>{error}</FormError>
      <div className="flex flex-wrap items-end gap-2">
        <Field label={when} className="min-w-52 flex-1">
          {(control) => (
            <WhenInput
              {...control}
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- The form appears because it was asked for.
              autoFocus
              // Typing replaces the suggested time.
              onFocus={({ target }) => target.select()}
              start={props.start}
              onChange={(next) => {
                setError("");
                setAt(next);
              }}
              onKeyDown={(event) => {
                if (event.key !== "Enter") return;
                event.preventDefault();
                event.stopPropagation();
                submit();
              }}
            />
          )}
        </Field>
        <Button size="large" tone="quiet" onClick={props.onCancel}>
          {composeTexts.cancel}
        </Button>
        <Button size="large" onClick={submit}>
          {confirm}
        </Button>
      </div>
    </div>
  );
}
