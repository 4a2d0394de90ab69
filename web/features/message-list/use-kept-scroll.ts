import { type RefObject, useLayoutEffect } from "react";

/** How far each list was scrolled when it left the page. */
const kept = new Map<string, number>();

/** Where the list stood, in pixels. */
export function keptScroll(listKey: string): number {
  return kept.get(listKey) ?? 0;
}

/** Brings a list back to where it was left: after a mail had the whole screen, or another folder. */
export function useKeptScroll(scroller: RefObject<HTMLElement | null>, listKey: string): void {
  useLayoutEffect(() => {
    const pane = scroller.current;
    if (!pane) return;
    pane.scrollTop = keptScroll(listKey);
    const keep = () => kept.set(listKey, pane.scrollTop);
    pane.addEventListener("scroll", keep, { passive: true });
    return () => pane.removeEventListener("scroll", keep);
  }, [scroller, listKey]);
}
