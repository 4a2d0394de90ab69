import { useRef } from "react";
import type { Runs } from "#/state/commands/commands.ts";
import { useMailPlace } from "#/state/view/mail-route.ts";
import { only, rangeTo, type Selection, select, toggled } from "#/state/view/selection.ts";

/** Returns the commands that move through the list. */
export function useListCommands(list: {
  key: string;
  ids: readonly string[];
  cursorId: string | null;
  setCursorId: (id: string) => void;
  open: (id: string) => void;
  selection: Selection;
  /** Returns true for a draft at this index, which would open in the composer. */
  isDraft: (index: number) => boolean;
}): Runs {
  const place = useMailPlace();
  const current = place.emailId ?? list.cursorId;
  /** Index of the current message: it may have left the list since. */
  const before = useRef(0);

  const stepped = (by: 1 | -1) => {
    const at = current === null ? -1 : list.ids.indexOf(current);
    // The next message takes the index of one that has left.
    let to = at >= 0 ? at + by : by === 1 ? before.current : before.current - 1;
    // The composer would take the next key, and type it into the draft.
    while (place.emailId && list.isDraft(to)) to += by;
    before.current = Math.max(0, Math.min(to, list.ids.length - 1));
    return list.ids[to];
  };
  const step = (by: 1 | -1) => () => {
    const next = stepped(by);
    if (next === undefined) return;
    // While a message is open, the next one replaces it; else only the cursor moves.
    if (place.emailId) list.open(next);
    else list.setCursorId(next);
  };
  const extend = (by: 1 | -1) => () => {
    const from = current;
    const next = stepped(by);
    if (from === null || next === undefined || place.emailId) return;
    select(list.key, (selection) => {
      const started = selection.ids.has(from)
        ? { ...selection, anchor: from }
        : toggled(from)(selection);
      return { ...rangeTo(list.ids, next)(started), anchor: next };
    });
    list.setCursorId(next);
  };
  const jump = (index: number) => () => {
    const id = list.ids.at(index);
    if (id !== undefined && !place.emailId) list.setCursorId(id);
  };
  const canOpen = !place.emailId && current !== null && list.ids.includes(current);
  const isSelecting = list.selection.ids.size > 0;
  const close = () => {
    if (isSelecting) select(list.key, only([]));
    else void place.closeEmail();
  };
  return {
    next: step(1),
    previous: step(-1),
    extendDown: extend(1),
    extendUp: extend(-1),
    first: jump(0),
    last: jump(-1),
    open: canOpen ? () => list.open(current) : undefined,
    back: isSelecting || place.emailId ? close : undefined,
  };
}
