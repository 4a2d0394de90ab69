import { ChevronDown, History } from "lucide-react";
import { useId, useState } from "react";
import { followUpTexts as words } from "#/features/follow-ups/follow-up-texts.ts";
import { type FollowUp, nameOf, useFollowUps } from "#/features/follow-ups/follow-ups.ts";
import { ReminderMenu } from "#/features/follow-ups/reminder-menu.tsx";
import { cn } from "#/lib/class-names.ts";
import { useCalmSpace } from "#/state/view/use-hover-lock.ts";
import { Button } from "#/ui/button.tsx";

interface FollowUpListProps {
  /** Null for all accounts. */
  accountId: string | null;
  openId: string | null;
  onOpen: (emailId: string) => void;
  /** Opens a nudge or a reply; the button is busy until its text is loaded. */
  onWrite: (followUp: FollowUp) => Promise<void>;
}

/** A collapsed line above the inbox with the number of replies due in both directions. It expands to the list of them. */
export function FollowUpList(props: FollowUpListProps) {
  const known = useFollowUps(props.accountId);
  const hasSpace = useCalmSpace("follow-ups", known && known.length > 0);
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  if (!hasSpace) return null;
  const followUps = known ?? [];
  if (followUps.length === 0) {
    return <div className="h-10.25 shrink-0 border-b border-line coarse:h-11.25" />;
  }
  const count = (kind: FollowUp["kind"]) => followUps.filter((one) => one.kind === kind).length;
  const [own, theirs] = [count("you-owe"), count("they-owe")];
  const counts = [own > 0 && words.youOwe(own), theirs > 0 && words.theyOwe(theirs)];
  return (
    <section aria-label={words.title} className="shrink-0 border-b border-line">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="flex h-10 w-full items-center gap-2 px-5 text-start text-control text-ink-2 transition-colors hover:bg-hover focus-visible:-outline-offset-2 coarse:h-11"
      >
        <History size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-ink-3" />
        <span className="min-w-0 flex-1 truncate">{counts.filter(Boolean).join(" · ")}</span>
        <ChevronDown
          size={16}
          strokeWidth={1.75}
          aria-hidden="true"
          className={cn("shrink-0 text-ink-3 transition-transform", isOpen && "rotate-180")}
        />
      </button>
      <ul
        id={id}
        hidden={!isOpen}
        className="max-h-[42vh] divide-y overflow-y-auto divide-line border-t border-line bg-sunken/50"
      >
        {isOpen &&
          followUps.map((one) => <Item key={`${one.kind} ${one.threadId}`} {...props} one={one} />)}
      </ul>
    </section>
  );
}

function Item({ one, openId, onOpen, onWrite }: FollowUpListProps & { one: FollowUp }) {
  const [isBusy, setBusy] = useState(false);
  const name = nameOf(one);
  const subject = one.subject || words.noSubject;
  const isTheirs = one.kind === "they-owe";
  const write = async () => {
    setBusy(true);
    await onWrite(one);
    setBusy(false);
  };
  return (
    <li className={cn("flex items-center gap-1 pe-2.5", one.emailId === openId && "bg-selected")}>
      <button
        type="button"
        onClick={() => onOpen(one.emailId)}
        className="min-w-0 flex-1 py-2 ps-5 pe-2 text-start focus-visible:-outline-offset-2"
      >
        <span className="block truncate text-control text-ink">
          <bdi>{subject}</bdi>
        </span>
        <span className="block truncate text-label text-ink-3">
          {words.item(name, words.days(one.days))}
        </span>
      </button>
      <Button
        aria-label={isTheirs ? words.nudgeTo(name) : words.replyTo(name)}
        disabled={isBusy}
        isBusy={isBusy}
        onClick={() => void write()}
      >
        {isBusy ? words.writing : isTheirs ? words.shortNudge : words.reply}
      </Button>
      <ReminderMenu followUp={one} />
    </li>
  );
}
