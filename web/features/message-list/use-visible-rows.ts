import { type RefObject, useLayoutEffect, useState } from "react";

/** The first row, and the one after the last. */
interface Stretch {
  from: number;
  to: number;
}

/**
 * Returns the rows of equal height to keep in the DOM: those visible in the scrolling pane, and some more on both sides for the
 * next scroll.
 */
export function useRowsInSight(
  scroller: RefObject<HTMLElement | null>,
  { rowPx, moreRows, startPx }: { rowPx: number; moreRows: number; startPx: () => number },
): Stretch {
  const [stretch, setStretch] = useState(() => stretchAt(startPx(), innerHeight, rowPx, moreRows));
  useLayoutEffect(() => {
    const pane = scroller.current;
    if (!pane) return;
    const look = () =>
      setStretch((now) => {
        const next = stretchAt(pane.scrollTop, pane.clientHeight, rowPx, moreRows);
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
  }, [scroller, rowPx, moreRows]);
  return stretch;
}

/** Maximum number of rows in the DOM, including the focused one; exceeded only if more are visible. */
const maxRows = 45;

/** Returns the rows for a scroll position. Its bounds are even numbers, to change at every second row only. */
export function stretchAt(
  topPx: number,
  heightPx: number,
  rowPx: number,
  moreRows: number,
): Stretch {
  // A row at each edge is partly visible, and rounding to even numbers may add one more at each edge.
  const space = maxRows - 1 - (Math.ceil(heightPx / rowPx) + 1) - 2;
  const more = Math.max(Math.min(moreRows, Math.floor(space / 2)), 0);
  const first = Math.floor(Math.max(topPx, 0) / rowPx) - more;
  const last = Math.ceil((Math.max(topPx, 0) + heightPx) / rowPx) + more;
  return { from: Math.max(first - (first % 2), 0), to: last + (last % 2) };
}

/** Scrolls just far enough to make the whole row visible. */
export function showRow(pane: HTMLElement, index: number, rowPx: number): void {
  const top = index * rowPx;
  const bottom = top + rowPx;
  if (top < pane.scrollTop) pane.scrollTop = top;
  else if (bottom > pane.scrollTop + pane.clientHeight) pane.scrollTop = bottom - pane.clientHeight;
}
