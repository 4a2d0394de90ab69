import type { EmailRow } from "@inlet/contract/mail/email.ts";
import { type Choice, ChoiceButton, offered } from "#/screens/mail/action-styles.tsx";
import { type FiledList, useFiling } from "#/screens/mail/use-filing.ts";
import { cn } from "#/lib/class-names.ts";

const choices: readonly Choice[] = [
  ...(["archive", "inbox", "notSpam", "trash", "deleteForever"] as const),
  ...(["read", "unread", "snooze", "unsnooze"] as const),
];

/** The most frequent actions, for the row under the pointer. */
export function RowActions(props: { list: FiledList; email: EmailRow; isOpen: boolean }) {
  const filing = useFiling(props.list);
  const of = { ids: [props.email.id], isAll: false };
  return (
    // A click on a button does not open the mail below; the buttons themselves are reached by keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- as said above
    <span
      role="gridcell"
      onClick={(event) => event.stopPropagation()}
      className={cn(
        "absolute top-0.5 end-2.5 flex rounded-control in-data-[density=compact]:end-9 @[900px]:inset-y-0 @[900px]:end-9 @[900px]:my-auto @[900px]:h-fit coarse:hidden",
        props.isOpen
          ? "bg-selected shadow-[-10px_0_8px_var(--selected)]"
          : "bg-hover shadow-[-10px_0_8px_var(--hover)]",
      )}
    >
      {offered(filing, choices, of).map((choice) => (
        // As high as the line that they cover: the star is in the next.
        <ChoiceButton key={choice} filing={filing} choice={choice} of={of} size="small" />
      ))}
    </span>
  );
}
