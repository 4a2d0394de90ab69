import type { EmailRow } from "@inlet/contract/mail/email.ts";
import { type RefObject, useLayoutEffect, useRef } from "react";
import { dayPx, rowAt, type RowLayout, topOf } from "#/features/message-list/row-layout.ts";

/** Keeps the visible rows in place when rows or days are added or removed above; at the top, new mail moves into view. */
export function useSteadyScroll(
  scroller: RefObject<HTMLElement | null>,
  emails: readonly EmailRow[],
  layout: RowLayout,
): void {
  const before = useRef({ emails, layout });
  useLayoutEffect(() => {
    const old = before.current;
    before.current = { emails, layout };
    const pane = scroller.current;
    const isSame = old.emails === emails && old.layout === layout;
    // After a change of the row height, the saved position is restored.
    if (!pane || isSame || old.layout.rowPx !== layout.rowPx) return;
    if (pane.scrollTop < layout.rowPx / 2) return;
    // The line of a day covers the upper edge.
    const edgePx = pane.scrollTop + (old.layout.days.length > 0 ? dayPx : 0);
    // The row at the upper edge may have been removed: then the nearest remaining one is used.
    for (let index = rowAt(old.layout, edgePx); index < old.emails.length; index++) {
      const now = emails.findIndex((email) => email.id === old.emails[index]?.id);
      if (now < 0) continue;
      const byPx = topOf(layout, now) - topOf(old.layout, index);
      if (byPx !== 0) pane.scrollTop += byPx;
      return;
    }
  }, [emails, layout, scroller]);
}
