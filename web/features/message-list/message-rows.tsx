import type { EmailRow } from "@inlet/contract/email.ts";
import { limits } from "@inlet/contract/limits.ts";
import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef } from "react";
import { listTexts } from "#/features/message-list/list-texts.ts";
import { MessageRow } from "#/features/message-list/message-row.tsx";
import { useSteadyScroll } from "#/features/message-list/use-steady-scroll.ts";
import { keptScroll, useKeptScroll } from "#/features/message-list/use-kept-scroll.ts";
import { texts } from "#/lib/texts.ts";
import { useNow } from "#/lib/use-now.ts";
import type { FolderSlug } from "#/state/place.ts";

const rowHeightPx = 64;
const overscanRows = 8;

/** The rows, of which only those in sight stand in the page. New mail comes in above without moving what is read. */
export function MessageRows(props: {
  folder: FolderSlug;
  /** Under which the place in the list is kept while another one is shown. */
  listKey: string;
  emails: readonly EmailRow[];
  openId: string | null;
  cursorId: string | null;
  hasMore: boolean;
  isLoadingMore: boolean;
  onMore: () => void;
  onCursor: (id: string) => void;
  onOpen: (id: string) => void;
  onHover: (id: string) => void;
}) {
  // The virtualizer changes under an unchanged reference, which the compiler would take for no change.
  "use no memo";
  const { emails, openId, cursorId } = props;
  const now = useNow();
  const scroller = useRef<HTMLDivElement>(null);
  const indexOf = (id: string | null) => emails.findIndex((email) => email.id === id);
  const cursor = Math.max(indexOf(cursorId), 0);
  const open = indexOf(openId);
  const rows = useVirtualizer({
    count: emails.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeightPx,
    initialOffset: () => keptScroll(props.listKey),
    getItemKey: (index) => emails[index]?.id ?? index,
    overscan: overscanRows,
    // The row with the focus stays in the page, or the focus would be lost with it.
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range);
      return cursor >= emails.length || shown.includes(cursor)
        ? shown
        : [...shown, cursor].toSorted((a, b) => a - b);
    },
  });
  useKeptScroll(scroller, props.listKey);
  useSteadyScroll(scroller, emails, rowHeightPx);
  useEffect(() => {
    // A list that moves between press and release would swallow the click.
    if (isPressed(cursorId)) return;
    const index = emails.findIndex((email) => email.id === cursorId);
    if (index >= 0) rows.scrollToIndex(index, { align: "auto" });
    // Only a step of the cursor scrolls; new mail must not.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [cursorId]);

  const isOutgoing = props.folder === "sent" || props.folder === "drafts";
  return (
    <div
      ref={scroller}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain [contain:strict]"
    >
      <div
        role="grid"
        aria-label={texts.folders[props.folder]}
        aria-rowcount={props.hasMore ? -1 : emails.length}
        className="relative"
        style={{ height: rows.getTotalSize() }}
      >
        <div
          aria-hidden="true"
          className="absolute top-0 left-0 z-1 h-16 w-0.5 bg-accent transition-[transform,opacity]"
          style={{
            transform: `translateY(${Math.max(open, 0) * rowHeightPx}px)`,
            opacity: open < 0 ? 0 : 1,
          }}
        />
        {rows.getVirtualItems().map(({ index, key, start }) => {
          const email = emails[index];
          if (!email) return null;
          return (
            <MessageRow
              key={key}
              email={email}
              index={index}
              topPx={start}
              now={now}
              isOutgoing={isOutgoing}
              isOpen={index === open}
              isCursor={index === cursor}
              hasFocus={email.id === cursorId}
              onCursor={props.onCursor}
              onOpen={props.onOpen}
              onHover={props.onHover}
            />
          );
        })}
      </div>
      <ListFooter
        hasMore={props.hasMore}
        isLoading={props.isLoadingMore}
        onMore={props.onMore}
        root={scroller}
      />
    </div>
  );
}

/** The row has the focus because it was pressed, not because the keyboard came to it. */
function isPressed(id: string | null): boolean {
  const row = document.activeElement;
  return (
    row instanceof HTMLElement && row.dataset["email"] === id && !row.matches(":focus-visible")
  );
}

/** Asks for the next page when it comes near. */
function ListFooter(props: {
  hasMore: boolean;
  isLoading: boolean;
  onMore: () => void;
  root: React.RefObject<HTMLElement | null>;
}) {
  const footer = useRef<HTMLParagraphElement>(null);
  const { hasMore, isLoading, onMore, root } = props;
  useEffect(() => {
    if (!footer.current || !hasMore || isLoading) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) onMore();
      },
      {
        root: root.current,
        rootMargin: `${limits.listScrollMarginPx}px`,
        threshold: limits.listScrollThreshold,
      },
    );
    observer.observe(footer.current);
    return () => observer.disconnect();
  }, [hasMore, isLoading, onMore, root]);
  return (
    <p ref={footer} className="flex h-12 items-center justify-center text-label text-ink-3">
      {isLoading ? listTexts.loadingMore : hasMore ? listTexts.scrollForMore : listTexts.allLoaded}
    </p>
  );
}
