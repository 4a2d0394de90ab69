import type { ListedEmail } from "#/api/queries.ts";
import type { Label } from "@inlet/contract/mail/filing.ts";
import { memo, type ReactNode, useEffect, useRef } from "react";
import type { AccountMark } from "#/features/message-list/account-marks.ts";
import { listTexts } from "#/features/message-list/list-texts.ts";
import { faceOf, peopleOf } from "#/features/message-list/participants.ts";
import type { Density } from "#/features/message-list/row-heights.ts";
import { RowText } from "#/features/message-list/row-text.tsx";
import { SelectBox } from "#/features/message-list/select-box.tsx";
import { StarButton } from "#/features/message-list/star-button.tsx";
import { useRowPress } from "#/features/message-list/use-row-press.ts";
import { walkCells } from "#/features/message-list/walk-cells.ts";
import { cn } from "#/lib/class-names.ts";
import { comingDate, daysSince, rowDate } from "#/lib/dates.ts";
import { kindTexts } from "#/texts/shared/kind-texts.ts";
import { useDraftThreads } from "#/state/view/draft-threads.ts";
import { labelsOf } from "#/state/view/labels.ts";
import { flagsOf } from "#/state/changes/pending-change.ts";

export interface RowHandlers {
  onCursor: (id: string) => void;
  onOpen: (id: string) => void;
  onHover: (id: string) => void;
  onSelect: (id: string, isRange: boolean) => void;
  onStar: (id: string, isStarred: boolean) => void;
  onMenu: (id: string, at: { x: number; y: number; isOfClassification?: boolean }) => void;
}

interface MessageRowProps {
  email: ListedEmail;
  index: number;
  topPx: number;
  now: Date;
  isOutgoing: boolean;
  /** True for a row that waits for an answer: it shows for how many days. */
  isWaiting: boolean;
  density: Density;
  /** All labels of the user. */
  labels: readonly Label[];
  /** The account of the message, if the list has several accounts. */
  account: AccountMark | undefined;
  /** The folders that contain it, if they are worth showing. */
  place: string;
  renderText: (text: string) => ReactNode;
  isOpen: boolean;
  /** True for the one row that Tab reaches. */
  isCursor: boolean;
  hasFocus: boolean;
  isSelected: boolean;
  /** True if any row is selected. */
  isSelecting: boolean;
  /** Button of the message, or the actions under the pointer. */
  actions: ReactNode;
  onPoint: (id: string | null) => void;
  /** The same object during the whole life of the list. */
  handlers: RowHandlers;
}

const lastLine = "@max-[900px]:bottom-1.5 coarse:@max-[900px]:-bottom-0.5";

/**
 * Position of the star, which a phone shows only if it is set; in a narrow list of normal density, the dot of the category is at
 * the end of the line.
 */
const starPlaces: Record<Density, string> = {
  compact: "inset-y-0 end-2 my-auto h-fit coarse:end-1.5",
  normal: `${lastLine} @max-[560px]:end-8.5 coarse:@max-[560px]:end-6.5 @[560px]:@max-[900px]:end-3.5 coarse:@[560px]:@max-[900px]:end-1.5`,
  comfortable: `${lastLine} @max-[900px]:end-3.5 coarse:@max-[900px]:end-1.5`,
};

/** A message in the list: correspondent and time, subject, and the beginning of the text. Scrolling does not rerender it. */
export const MessageRow = memo(Row);

function Row(props: MessageRowProps) {
  const { email, isOpen, isSelected, handlers } = props;
  const { isSeen: wasSeen, isStarred } = flagsOf(email);
  // The user has written it.
  const isSeen = wasSeen || props.isOutgoing;
  const row = useRef<HTMLDivElement>(null);
  const press = useRowPress({ id: email.id, isSelecting: props.isSelecting, handlers });
  useEffect(() => {
    if (!props.hasFocus) return;
    const holder = document.activeElement;
    // A message opened by its address does not take the focus; a message that was closed returns it.
    const isFree = holder === document.body && !isOpen;
    if (isFree || row.current?.parentElement?.contains(holder))
      row.current?.focus({ preventScroll: true });
  }, [props.hasFocus, isOpen]);
  const isBegun = useDraftThreads(({ ids }) => ids.has(email.threadId));
  const hasDraft = isBegun && !props.isOutgoing;
  const labels = labelsOf(email.tags, props.labels);
  const people = peopleOf(email, props.isOutgoing);
  const subject = email.subject || listTexts.noSubject;
  const date = email.returnedAt ?? email.emailDate;
  const days = props.isWaiting ? daysSince(date, props.now) : 0;
  const when = days > 0 ? listTexts.days.ago(days) : rowDate(date, props.now);
  const until = email.snoozedUntil && comingDate(email.snoozedUntil, props.now);
  return (
    <div
      ref={row}
      role="row"
      aria-rowindex={props.index + 1}
      aria-selected={isSelected}
      aria-current={isOpen || undefined}
      aria-label={nameOf({
        email,
        isSeen,
        isStarred,
        hasDraft,
        people,
        subject,
        when,
        until,
        labels,
        place: props.place,
        mail: props.account?.mail,
      })}
      tabIndex={props.isCursor ? 0 : -1}
      data-email={email.id}
      onFocus={() => {
        // The list knows already if it set the focus itself.
        if (!props.hasFocus) handlers.onCursor(email.id);
      }}
      {...press}
      onPointerEnter={({ pointerType }) => {
        if (pointerType === "mouse") props.onPoint(email.id);
        handlers.onHover(email.id);
      }}
      onPointerLeave={() => props.onPoint(null)}
      onKeyDown={(event) => {
        const isOfRow = event.target === event.currentTarget;
        if (event.key === "Enter" && !event.shiftKey && isOfRow) handlers.onOpen(email.id);
        if (event.key === " " && isOfRow) {
          // The list would scroll.
          event.preventDefault();
          handlers.onSelect(email.id, event.shiftKey);
        }
        walkCells(event);
      }}
      className={cn(
        "group peer/row absolute inset-x-0 top-0 flex h-(--row) cursor-default gap-2 border-b border-line pe-5 ps-1.5 transition-colors select-none coarse:in-data-buttons:pe-26 coarse:touch-pan-y coarse:touch-pinch-zoom",
        "in-data-settling:transition-[transform,background-color] in-data-settling:[transition-delay:var(--settle),0s]",
        // The line beside the row shows the cursor. An outline is shown only after Tab, and in forced colors.
        "outline-none -outline-offset-2 outline-accent focus-visible:z-2",
        "in-data-tabbed:focus-visible:outline-2 in-data-tabbed:focus-visible:outline-solid forced-colors:focus-visible:outline-2 forced-colors:focus-visible:outline-solid",
        // Opaque, for what is behind a row that is swiped or leaves.
        isOpen || isSelected ? "bg-selected" : "bg-surface hover:bg-hover focus-visible:bg-hover",
      )}
      style={{ transform: `translateY(${props.topPx}px)` }}
    >
      <span role="gridcell" className="relative w-5 shrink-0">
        {/* The checkbox takes the place of the dot while anything is selected, and under the pointer. */}
        {!isSeen && !props.isSelecting && (
          <span className="absolute inset-y-0 start-1.5 my-auto size-2 rounded-full bg-unread group-focus-visible:opacity-0 group-hover:opacity-0 coarse:opacity-100" />
        )}
        <SelectBox
          isSelected={isSelected}
          isShown={props.isSelecting}
          onSelect={(isRange) => handlers.onSelect(email.id, isRange)}
        />
      </span>
      <RowText
        email={email}
        hasDraft={hasDraft}
        people={people}
        face={faceOf(email, props.isOutgoing)}
        subject={subject}
        when={until ? listTexts.snoozedUntil(until) : when}
        labels={labels}
        account={props.account}
        place={props.place}
        renderText={props.renderText}
        isSeen={isSeen}
        isStarred={isStarred}
        density={props.density}
      />
      {/* At the end of the last line: the text makes space only if the star is set. */}
      <span
        role="gridcell"
        className={cn(
          "absolute rounded-control in-data-buttons:beside-button @[900px]:inset-y-0 @[900px]:end-2 @[900px]:my-auto @[900px]:h-fit coarse:@[900px]:end-1.5",
          starPlaces[props.density],
          isOpen || isSelected
            ? "bg-selected shadow-[-10px_0_8px_var(--selected)]"
            : "group-focus-within:bg-surface group-focus-within:shadow-[-10px_0_8px_var(--surface)] group-focus-visible:bg-hover group-focus-visible:shadow-[-10px_0_8px_var(--hover)] group-hover:bg-hover group-hover:shadow-[-10px_0_8px_var(--hover)]",
          !isStarred &&
            "opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 coarse:opacity-100 coarse:bg-transparent coarse:shadow-none coarse:max-md:hidden",
        )}
      >
        <StarButton isStarred={isStarred} onToggle={() => handlers.onStar(email.id, !isStarred)} />
      </span>
      {props.actions}
    </div>
  );
}

/** Returns the accessible name of a row: its state first, then correspondents, subject and time. */
function nameOf(row: {
  email: ListedEmail;
  isSeen: boolean;
  isStarred: boolean;
  hasDraft: boolean;
  people: string;
  subject: string;
  when: string;
  until: string | null;
  labels: readonly Label[];
  place: string;
  mail: string | undefined;
}): string {
  return [
    !row.isSeen && listTexts.row.unread,
    row.isStarred && listTexts.row.starred,
    row.hasDraft && listTexts.draft,
    row.people,
    (row.email.count ?? 1) > 1 && listTexts.row.mails(row.email.count ?? 1),
    row.subject,
    row.when,
    row.until && listTexts.row.snoozed(row.until),
    row.email.hasAttachments && listTexts.row.attachment,
    row.email.isMuted && listTexts.row.muted,
    row.email.isAnswerReady && listTexts.answerReady,
    row.labels.length > 0 && listTexts.row.labels(row.labels.map(({ name }) => name).join(", ")),
    row.place && listTexts.row.account(row.place),
    row.mail && listTexts.row.account(row.mail),
    row.email.category && kindTexts.categories[row.email.category],
    row.email.priority && kindTexts.priorities[row.email.priority],
  ]
    .filter(Boolean)
    .join(", ");
}
