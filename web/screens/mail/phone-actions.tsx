import type { EmailRow } from "@inlet/contract/mail/email.ts";
import { Reply } from "lucide-react";
import { readerTexts } from "#/features/reader/reader-texts.ts";
import { barColumn, type Choice, ChoiceColumn, offered } from "#/screens/mail/action-styles.tsx";
import { type FiledList, useFiling } from "#/screens/mail/use-filing.ts";

const choices: readonly Choice[] = [
  ...(["archive", "inbox", "notSpam", "trash", "deleteForever"] as const),
  ...(["snooze", "unsnooze"] as const),
];
const maxChoices = 3;

/** The bar below the open message on a phone. Its last place is that of the assistant's round button. */
export function PhoneActions(props: {
  list: FiledList;
  email: EmailRow;
  /** Undefined while the message is loading. */
  onReply: (() => void) | undefined;
}) {
  const filing = useFiling(props.list);
  const of = { ids: [props.email.id], isAll: false };
  return (
    <div className="shrink-0 border-t border-line bg-canvas pb-[env(safe-area-inset-bottom)]">
      <div className="phone-bar">
        {offered(filing, choices, of)
          .slice(0, maxChoices)
          .map((choice) => (
            <ChoiceColumn key={choice} filing={filing} choice={choice} of={of} />
          ))}
        <button
          type="button"
          className={barColumn}
          disabled={!props.onReply}
          onClick={props.onReply}
        >
          <Reply size={20} strokeWidth={1.75} aria-hidden="true" />
          <span className="max-w-full truncate text-meta">{readerTexts.reply}</span>
        </button>
      </div>
    </div>
  );
}
