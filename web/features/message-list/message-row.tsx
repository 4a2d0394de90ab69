import type { EmailRow } from "@inlet/contract/email.ts";
import { Paperclip } from "lucide-react";
import { useEffect, useRef } from "react";
import { listTexts } from "#/features/message-list/list-texts.ts";
import { peopleOf } from "#/features/message-list/people.ts";
import { CategoryBadge, PriorityBadge } from "#/features/message-list/row-badges.tsx";
import { StarButton } from "#/features/message-list/star-button.tsx";
import { cn } from "#/lib/class-names.ts";
import { fullDate, rowDate } from "#/lib/dates.ts";
import { flagsOf, useChangeEmail } from "#/state/change-email.ts";

export interface MessageRowProps {
  email: EmailRow;
  index: number;
  topPx: number;
  now: Date;
  isOutgoing: boolean;
  isOpen: boolean;
  /** The one row that Tab reaches. */
  isCursor: boolean;
  hasFocus: boolean;
  onCursor: (id: string) => void;
  onOpen: (id: string) => void;
  onHover: (id: string) => void;
}

/** One mail of the list: who and when, what about, and how it begins. */
export function MessageRow(props: MessageRowProps) {
  const { email, isOpen } = props;
  const { isSeen, isStarred } = flagsOf(email);
  const change = useChangeEmail();
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!props.hasFocus) return;
    const holder = document.activeElement;
    // A mail that is opened by its address takes the focus from nobody; one that was left gives it back.
    const isFree = holder === document.body && !isOpen;
    if (isFree || row.current?.parentElement?.contains(holder))
      row.current?.focus({ preventScroll: true });
  }, [props.hasFocus, isOpen]);
  const people = peopleOf(email, props.isOutgoing);
  const subject = email.subject || listTexts.noSubject;
  const when = rowDate(email.emailDate, props.now);
  return (
    <div
      ref={row}
      role="row"
      aria-rowindex={props.index + 1}
      aria-selected={isOpen}
      aria-current={isOpen || undefined}
      aria-label={nameOf({ email, people, subject, when })}
      tabIndex={props.isCursor ? 0 : -1}
      data-email={email.id}
      onFocus={() => props.onCursor(email.id)}
      onClick={() => props.onOpen(email.id)}
      onPointerEnter={() => props.onHover(email.id)}
      onKeyDown={(event) => {
        if (event.key === "Enter" && event.target === event.currentTarget) props.onOpen(email.id);
      }}
      className={cn(
        "group absolute inset-x-0 top-0 flex h-16 cursor-default gap-2.5 border-b border-line pr-5 pl-2 transition-colors select-none",
        "outline-none focus-visible:z-2 focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent",
        isOpen ? "bg-selected" : "hover:bg-hover",
      )}
      style={{ transform: `translateY(${props.topPx}px)` }}
    >
      <span role="gridcell" className="flex w-2.5 shrink-0 justify-center pt-[1.0625rem]">
        {!isSeen && <span className="size-2 rounded-full bg-unread" />}
      </span>
      <span role="gridcell" className="flex min-w-0 flex-1 flex-col justify-center gap-0.5">
        <span className="flex items-center gap-2">
          <span
            className={cn(
              "min-w-0 flex-1 truncate text-control",
              isSeen ? "text-ink-2" : "font-semibold text-ink",
            )}
          >
            <bdi>{people}</bdi>
          </span>
          {email.hasAttachments && (
            <Paperclip
              size={13}
              strokeWidth={1.75}
              aria-hidden="true"
              className="shrink-0 text-ink-3"
            />
          )}
          <time
            dateTime={email.emailDate}
            title={fullDate(email.emailDate)}
            className={cn(
              "shrink-0 text-meta tabular",
              isSeen ? "text-ink-3" : "font-medium text-ink-2",
            )}
          >
            {when}
          </time>
        </span>
        <span className={cn("flex min-w-0 items-center gap-2 coarse:pr-7", isStarred && "pr-6")}>
          <span className="min-w-0 flex-1 truncate text-control">
            <bdi className={isSeen ? "text-ink-2" : "font-semibold text-ink"}>{subject}</bdi>
            {email.bodyPlain && (
              <span className="text-ink-3">
                {" "}
                · <bdi>{email.bodyPlain}</bdi>
              </span>
            )}
          </span>
          <CategoryBadge category={email.category} />
          <PriorityBadge priority={email.priority} />
        </span>
      </span>
      {/* Over the end of the line: text gives way only where a star is set. */}
      <span
        role="gridcell"
        className={cn(
          "absolute right-3.5 bottom-1.5 rounded-control coarse:right-1.5 coarse:-bottom-0.5",
          isOpen
            ? "bg-selected shadow-[-10px_0_8px_var(--selected)]"
            : "group-hover:bg-hover group-hover:shadow-[-10px_0_8px_var(--hover)]",
          !isStarred &&
            "opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 coarse:opacity-100 coarse:bg-transparent coarse:shadow-none",
        )}
      >
        <StarButton
          isStarred={isStarred}
          onToggle={() => change(email.id, { starred: !isStarred })}
        />
      </span>
    </div>
  );
}

/** What a screen reader says: the state first, then who, what and when. */
function nameOf(row: { email: EmailRow; people: string; subject: string; when: string }): string {
  const { isSeen, isStarred } = flagsOf(row.email);
  return [
    !isSeen && listTexts.row.unread,
    isStarred && listTexts.row.starred,
    row.people,
    row.subject,
    row.when,
    row.email.hasAttachments && listTexts.row.attachment,
    row.email.category,
    row.email.priority,
  ]
    .filter(Boolean)
    .join(", ");
}
