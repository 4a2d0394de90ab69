import type { EmailRow } from "@inlet/contract/mail/email.ts";
import { type RefObject, useLayoutEffect, useRef } from "react";

/** Keeps the visible rows in place when rows are added or removed above; at the top, new mail moves into view. */
export function useSteadyScroll(
  scroller: RefObject<HTMLElement | null>,
  emails: readonly EmailRow[],
  rowHeightPx: number,
): void {
  const before = useRef(emails);
  useLayoutEffect(() => {
    const old = before.current;
    before.current = emails;
    const pane = scroller.current;
    if (!pane || old === emails || pane.scrollTop < rowHeightPx / 2) return;
    const first = Math.floor(pane.scrollTop / rowHeightPx);
    // The row at the upper edge may have been removed: then the nearest remaining one is used.
    for (let index = first; index < old.length; index++) {
      const now = emails.findIndex((email) => email.id === old[index]?.id);
      if (now < 0) continue;
      if (now !== index) pane.scrollTop += (now - index) * rowHeightPx;
      return;
    }
  }, [emails, rowHeightPx, scroller]);
}
