import type { EmailRow } from "@inlet/contract/email.ts";
import { ArrowLeft, MailOpen, Reply, Star } from "lucide-react";
import { readerTexts } from "#/features/reader/reader-texts.ts";
import { flagsOf, useChangeEmail } from "#/state/change-email.ts";
import { Button } from "#/ui/button.tsx";
import { IconButton } from "#/ui/icon-button.tsx";

const icon = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;

/** What can be done with the open mail. */
export function ReaderBar(props: { onBack: () => void; email?: EmailRow; onReply?: () => void }) {
  return (
    <div className="flex h-14 shrink-0 items-center gap-1 border-b border-line px-3">
      <IconButton
        label={readerTexts.back}
        shortcut="U"
        icon={<ArrowLeft {...icon} />}
        onClick={props.onBack}
      />
      <Button tone="quiet" disabled={!props.onReply} onClick={props.onReply}>
        <Reply {...icon} />
        {readerTexts.reply}
      </Button>
      <span className="flex-1" />
      {props.email && <FlagButtons email={props.email} />}
    </div>
  );
}

function FlagButtons({ email }: { email: EmailRow }) {
  const { isSeen, isStarred } = flagsOf(email);
  const change = useChangeEmail();
  return (
    <>
      <IconButton
        label={readerTexts.markUnread}
        shortcut="Shift U"
        icon={<MailOpen {...icon} />}
        disabled={!isSeen}
        onClick={() => change(email.id, { seen: false })}
      />
      <IconButton
        label={isStarred ? readerTexts.unstar : readerTexts.star}
        shortcut="S"
        aria-pressed={isStarred}
        icon={
          <Star
            {...icon}
            fill={isStarred ? "currentColor" : "none"}
            className={isStarred ? "text-star" : ""}
          />
        }
        onClick={() => change(email.id, { starred: !isStarred })}
      />
    </>
  );
}
