import { type RefObject, useLayoutEffect, useState } from "react";

/** The first row and the one behind the last. */
interface Stretch {
  from: number;
  to: number;
}

/**
 * Which of many rows of one height stand in the page: those in sight of the pane that scrolls them, and some more on
 * both sides, so that a scroll finds them there.
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

/** So many rows stand in the page at most, the one with the focus among them; more only where more are in sight. */
const rowsAtMost = 45;

/** The rows for a place in the list, on even numbers, so that they change at every second row alone. */
export function stretchAt(
  topPx: number,
  heightPx: number,
  rowPx: number,
  moreRows: number,
): Stretch {
  // A row at each edge is in sight in part, and even numbers may take one more at each edge.
  const room = rowsAtMost - 1 - (Math.ceil(heightPx / rowPx) + 1) - 2;
  const more = Math.max(Math.min(moreRows, Math.floor(room / 2)), 0);
  const first = Math.floor(Math.max(topPx, 0) / rowPx) - more;
  const last = Math.ceil((Math.max(topPx, 0) + heightPx) / rowPx) + more;
  return { from: Math.max(first - (first % 2), 0), to: last + (last % 2) };
}

/** Scrolls no further than needed for the row to be in sight as a whole. */
export function showRow(pane: HTMLElement, index: number, rowPx: number): void {
  const top = index * rowPx;
  const bottom = top + rowPx;
  if (top < pane.scrollTop) pane.scrollTop = top;
  else if (bottom > pane.scrollTop + pane.clientHeight) pane.scrollTop = bottom - pane.clientHeight;
}
