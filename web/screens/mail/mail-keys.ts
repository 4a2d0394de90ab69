import type { Email } from "@inlet/contract/email.ts";
import { useQueryClient } from "@tanstack/react-query";
import { emailQuery } from "#/api/queries.ts";
import type { KeyMap } from "#/lib/use-keys.ts";
import { findRow, flagsOf, useChangeEmail } from "#/state/change-email.ts";
import { setComposing } from "#/state/open-dialogs.ts";
import { useMailPlace } from "#/state/place.ts";

/** The keys that people know from other mail clients. */
export function useMailKeys(list: {
  ids: readonly string[];
  cursorId: string | null;
  setCursorId: (id: string) => void;
  open: (id: string) => void;
  onReply: (email: Email) => void;
}): KeyMap {
  const place = useMailPlace();
  const client = useQueryClient();
  const change = useChangeEmail();
  const current = place.emailId ?? list.cursorId;

  const step = (by: 1 | -1) => () => {
    const at = current === null ? -1 : list.ids.indexOf(current);
    const next = list.ids[at < 0 ? 0 : at + by];
    if (next === undefined) return;
    // While a mail is open the next one takes its place; else only the cursor moves.
    if (place.emailId) list.open(next);
    else list.setCursorId(next);
  };
  const jump = (index: number) => () => {
    const id = list.ids.at(index);
    if (id !== undefined && !place.emailId) list.setCursorId(id);
  };
  const openCurrent = () => {
    if (current && list.ids.includes(current)) list.open(current);
  };
  const close = () => {
    if (place.emailId) void place.closeEmail();
  };
  const toggleStar = () => {
    const row = current && findRow(client, current);
    if (row) change(row.id, { starred: !flagsOf(row).isStarred });
  };
  const mark = (seen: boolean) => () => {
    if (current) change(current, { seen });
  };
  const reply = () => {
    const answer = place.emailId && client.getQueryData(emailQuery(place.emailId).queryKey);
    if (answer) list.onReply(answer.email);
  };
  return {
    j: step(1),
    k: step(-1),
    ArrowDown: step(1),
    ArrowUp: step(-1),
    Home: jump(0),
    End: jump(-1),
    o: openCurrent,
    Enter: openCurrent,
    u: close,
    Escape: close,
    s: toggleStar,
    "Shift+I": mark(true),
    "Shift+U": mark(false),
    r: reply,
    c: () => setComposing(true),
  };
}
