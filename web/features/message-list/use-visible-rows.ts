import { type RefObject, useLayoutEffect, useState } from "react";
import { dayPx, rowAt, type RowLayout, topOf } from "#/features/message-list/row-layout.ts";

/** The first row, and the one after the last. */
interface Stretch {
  from: number;
  to: number;
}

/** Returns the rows to keep in the DOM: those visible in the scrolling pane, and some more on both sides for the next scroll. */
export function useRowsInSight(
  scroller: RefObject<HTMLElement | null>,
  { layout, moreRows, startPx }: { layout: RowLayout; moreRows: number; startPx: () => number },
): Stretch {
  const [stretch, setStretch] = useState(() => stretchAt(startPx(), innerHeight, layout, moreRows));
  useLayoutEffect(() => {
    const pane = scroller.current;
    if (!pane) return;
    const look = () =>
      setStretch((now) => {
        const next = stretchAt(pane.scrollTop, pane.clientHeight, layout, moreRows);
        return next.from === now.from && next.to === now.to ? now : next;
      });
    look();
    const observer = new ResizeObserver(look);
    observer.observe(pane);
    pane.addEventListener("scroll", look, { passive: true });
    return () => {
      observer.disconnect();
      pane.removeEventListener("scroll", look);
    };
  }, [scroller, layout, moreRows]);
  return stretch;
}

/** Maximum number of rows in the DOM, including the focused one; exceeded only if more are visible. */
const maxRows = 45;

/** Returns the rows for a scroll position. Its bounds are even numbers, to change at every second row only. */
export function stretchAt(
  topPx: number,
  heightPx: number,
  layout: RowLayout,
  moreRows: number,
): Stretch {
  // A row at each edge is partly visible, and rounding to even numbers may add one more at each edge.
  const space = maxRows - 1 - (Math.ceil(heightPx / layout.rowPx) + 1) - 2;
  const more = Math.max(Math.min(moreRows, Math.floor(space / 2)), 0);
  const endPx = Math.max(topPx, 0) + heightPx;
  const behind = rowAt(layout, endPx);
  const first = rowAt(layout, Math.max(topPx, 0)) - more;
  const last = (topOf(layout, behind) < endPx ? behind + 1 : behind) + more;
  return { from: Math.max(first - (first % 2), 0), to: last + (last % 2) };
}

/** Scrolls just far enough to make the whole row visible, with some space around it if the pane is high enough. */
export function showRow(
  pane: HTMLElement,
  layout: RowLayout,
  { index, aroundPx }: { index: number; aroundPx: number },
): void {
  const top = topOf(layout, index);
  const bottom = top + layout.rowPx;
  // The line of a day covers the upper edge of the pane.
  const around = Math.max(Math.min(aroundPx, (pane.clientHeight - layout.rowPx) / 2), dayPx);
  if (top - around < pane.scrollTop) pane.scrollTop = top - around;
  else if (bottom + around > pane.scrollTop + pane.clientHeight) {
    pane.scrollTop = bottom + around - pane.clientHeight;
  }
}
