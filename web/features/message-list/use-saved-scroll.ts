import { type RefObject, useLayoutEffect } from "react";

/** Scroll position of each list when it left the page, in rows: their height may have changed since. */
const kept = new Map<string, number>();

/** Returns the saved scroll position of a list, in rows. */
export function savedScroll(listKey: string): number {
  return kept.get(listKey) ?? 0;
}

/** Restores a list's scroll position: after a message on the whole screen, another folder, or a change of the row height. */
export function useSavedScroll(
  scroller: RefObject<HTMLElement | null>,
  listKey: string,
  rowPx: number,
): void {
  useLayoutEffect(() => {
    const pane = scroller.current;
    if (!pane) return;
    pane.scrollTop = savedScroll(listKey) * rowPx;
    const keep = () => kept.set(listKey, pane.scrollTop / rowPx);
    pane.addEventListener("scroll", keep, { passive: true });
    return () => pane.removeEventListener("scroll", keep);
  }, [scroller, listKey, rowPx]);
}
