import { type RefObject, useEffectEvent, useLayoutEffect } from "react";
import { rowAt, type RowLayout, topOf } from "#/features/message-list/row-layout.ts";

/** The row at the upper edge of each list when it left the page, and the distance from its top: row heights may have changed since. */
const kept = new Map<string, { row: number; byPx: number }>();

/** Returns the saved scroll position of a list. */
export function savedScrollPx(listKey: string, layout: RowLayout): number {
  const place = kept.get(listKey);
  return place ? topOf(layout, place.row) + Math.min(place.byPx, layout.rowPx) : 0;
}

/** Restores a list's scroll position: after a message on the whole screen, another folder, or a change of the row height. */
export function useSavedScroll(
  scroller: RefObject<HTMLElement | null>,
  listKey: string,
  layout: RowLayout,
): void {
  const { rowPx } = layout;
  const restore = useEffectEvent((pane: HTMLElement) => {
    pane.scrollTop = savedScrollPx(listKey, layout);
  });
  const keep = useEffectEvent((pane: HTMLElement) => {
    const { scrollTop } = pane;
    const row = rowAt(layout, scrollTop);
    if (scrollTop > 0) kept.set(listKey, { row, byPx: scrollTop - topOf(layout, row) });
    else kept.delete(listKey);
  });
  useLayoutEffect(() => {
    const pane = scroller.current;
    if (!pane) return;
    restore(pane);
    const handleScroll = () => keep(pane);
    pane.addEventListener("scroll", handleScroll, { passive: true });
    return () => pane.removeEventListener("scroll", handleScroll);
  }, [scroller, listKey, rowPx]);
}
