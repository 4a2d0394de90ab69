import type { ListedEmail } from "#/api/queries.ts";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { accountMarks } from "#/features/message-list/account-marks.ts";
import { DayLines } from "#/features/message-list/day-lines.tsx";
import { ListFooter } from "#/features/message-list/list-footer.tsx";
import { MessageRow, type RowHandlers } from "#/features/message-list/message-row.tsx";
import { type DayOrder, daysOf } from "#/features/message-list/row-days.ts";
import { useRowHeight } from "#/features/message-list/row-heights.ts";
import { heightOf, type RowLayout, topOf } from "#/features/message-list/row-layout.ts";
import { useSteadyScroll } from "#/features/message-list/use-steady-scroll.ts";
import { showRow, useRowsInSight } from "#/features/message-list/use-visible-rows.ts";
import { savedScrollPx, useSavedScroll } from "#/features/message-list/use-saved-scroll.ts";
import { useSteady } from "#/lib/use-steady.ts";
import { useNow } from "#/lib/use-now.ts";
import { useAccounts } from "#/state/view/active-account.ts";
import { useLabels } from "#/state/view/labels.ts";

const moreRows = 8;
/** Space around the cursor after a step, to show where the next one leads. */
const aroundPx = 128;

export interface RowsProps extends RowHandlers {
  name: string;
  /** Key of the list's scroll position, which is stored while another list is shown. */
  listKey: string;
  emails: readonly ListedEmail[];
  /** Order of the days that the rows belong to. */
  dayOrder: DayOrder;
  /** True for the user's outgoing mail, which is identified by its recipients. */
  isOutgoing: boolean;
  /** True if it may hold messages of every account. */
  isOfAll: boolean;
  openId: string | null;
  cursorId: string | null;
  selected: ReadonlySet<string>;
  hasMore: boolean;
  isLoadingMore: boolean;
  /** True if the next page failed to load; it is loaded again when the user selects retry. */
  hasMoreFailed: boolean;
  onMore: () => void;
  onMoreAgain: () => void;
  onSelectAll: () => void;
  /** Renders correspondents, subject and preview; the same function until its inputs change. */
  renderText: (text: string) => ReactNode;
  /** Returns the folders of a message, if they are worth showing; the same function until the folders change. */
  placeOf: (email: ListedEmail) => string;
  /** True if every row has a button at its end. */
  hasButtons: boolean;
  /** Renders the button of a row, or its actions under the pointer. */
  renderActions: (email: ListedEmail, isPointed: boolean) => ReactNode;
}

/** The line beside a row. It glides to the next one. */
const cursorLine =
  "pointer-events-none absolute top-0 start-0 z-3 h-(--row) w-[3px] bg-accent transition-[transform,opacity]";

/** The rows of a list; only those in sight are in the DOM. New mail is inserted above without moving the visible rows. */
export function MessageRows(props: RowsProps) {
  const handlers = useSteady(props);
  const [pointedId, setPointedId] = useState<string | null>(null);
  const { emails, openId, cursorId } = props;
  const now = useNow();
  const scroller = useRef<HTMLDivElement>(null);
  const { density, rowPx } = useRowHeight();
  const todayMs = new Date(now).setHours(0, 0, 0, 0);
  const days = useMemo(
    () => daysOf(emails, props.dayOrder, todayMs),
    [emails, props.dayOrder, todayMs],
  );
  const layout = useMemo((): RowLayout => ({ rowPx, days }), [rowPx, days]);
  const labels = useLabels();
  const { accounts } = useAccounts();
  const marks = useMemo(() => accountMarks(accounts ?? []), [accounts]);
  const cursorAt = useMemo(() => indexOf(emails, cursorId), [emails, cursorId]);
  const cursor = Math.max(cursorAt, 0);
  const open = useMemo(() => indexOf(emails, openId), [emails, openId]);
  const { from, to } = useRowsInSight(scroller, {
    layout,
    moreRows,
    startPx: () => savedScrollPx(props.listKey, layout),
  });
  const shown = emails.slice(from, to).map((email, at) => ({ email, index: from + at }));
  const focused = emails[cursor];
  // The focused row stays in the DOM, or the focus would be lost with it.
  if (focused && cursor < from) shown.unshift({ email: focused, index: cursor });
  if (focused && cursor >= to) shown.push({ email: focused, index: cursor });
  useSavedScroll(scroller, props.listKey, layout);
  useSteadyScroll(scroller, emails, layout);
  const isMoved = useRef(false);
  useEffect(() => {
    const around = { index: cursorAt, aroundPx: isMoved.current ? aroundPx : 0 };
    isMoved.current = true;
    // If the list moved between press and release, the click would be lost.
    if (isPressed(cursorId)) return;
    if (cursorAt >= 0 && scroller.current) showRow(scroller.current, layout, around);
    // Only a step of the cursor scrolls; new mail must not.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [cursorId]);

  return (
    <div
      ref={scroller}
      className="@container min-h-0 flex-1 scroll-py-32 overflow-y-auto overscroll-contain [contain:strict]"
    >
      <div
        role="grid"
        aria-label={props.name}
        aria-multiselectable="true"
        aria-rowcount={props.hasMore ? -1 : emails.length}
        data-density={density}
        data-buttons={props.hasButtons || undefined}
        className="relative"
        style={{ height: heightOf(layout, emails.length), "--row": `${rowPx}px` }}
        onKeyUp={({ key, currentTarget }) => {
          if (key === "Tab") currentTarget.dataset["tabbed"] = "";
        }}
        onKeyDown={(event) => {
          const isOfTab = event.key === "Tab" || event.key === "Shift";
          if (!isOfTab) delete event.currentTarget.dataset["tabbed"];
          const isAll = event.key === "a" && (event.ctrlKey || event.metaKey);
          const isPage = event.key === "PageDown" || event.key === "PageUp";
          if (!isAll && !isPage) return;
          event.preventDefault();
          if (isAll) return props.onSelectAll();
          const page = Math.max(Math.floor((scroller.current?.clientHeight ?? 0) / rowPx) - 1, 1);
          const next = cursor + (event.key === "PageDown" ? page : -page);
          const reached = emails[Math.min(Math.max(next, 0), emails.length - 1)];
          if (reached) props.onCursor(reached.id);
        }}
      >
        <div
          aria-hidden="true"
          className={cursorLine}
          style={{
            transform: `translateY(${topOf(layout, Math.max(open, 0))}px)`,
            opacity: open < 0 ? 0 : 1,
          }}
        />
        {shown.map(({ email, index }) => (
          <MessageRow
            key={email.id}
            email={email}
            index={index}
            topPx={topOf(layout, index)}
            now={now}
            isOutgoing={props.isOutgoing}
            isWaiting={props.hasButtons}
            density={density}
            labels={labels}
            account={props.isOfAll ? marks.get(email.accountId) : undefined}
            place={props.placeOf(email)}
            renderText={props.renderText}
            isOpen={index === open}
            isCursor={index === cursor}
            hasFocus={email.id === cursorId}
            isSelected={props.selected.has(email.id)}
            isSelecting={props.selected.size > 0}
            actions={props.renderActions(email, email.id === pointedId)}
            onPoint={setPointedId}
            handlers={handlers}
          />
        ))}
        {/* After the rows, to be seen while one of them has the focus. */}
        <div
          aria-hidden="true"
          data-cursor-line
          className={`${cursorLine} opacity-0 peer-focus-visible/row:opacity-100`}
          style={{ transform: `translateY(${topOf(layout, cursor)}px)` }}
        />
        <DayLines layout={layout} from={from} to={to} count={emails.length} />
      </div>
      <ListFooter
        hasMore={props.hasMore}
        isLoading={props.isLoadingMore}
        hasFailed={props.hasMoreFailed}
        onMore={props.onMore}
        onAgain={props.onMoreAgain}
        root={scroller}
      />
    </div>
  );
}

/** Returns the position of a message; without an id, a long list is not searched. */
function indexOf(emails: readonly ListedEmail[], id: string | null): number {
  return id === null ? -1 : emails.findIndex((email) => email.id === id);
}

/** Returns true if the row got the focus by the pointer, not the keyboard. */
function isPressed(id: string | null): boolean {
  const row = document.activeElement;
  return (
    row instanceof HTMLElement && row.dataset["email"] === id && !row.matches(":focus-visible")
  );
}
