import { emptyMessage, type TakeIn } from "#/store/take-in.ts";
import type { Scanned } from "#/wire/imap/remote.ts";
import { normalFlags } from "./plan.ts";

/** The record of a message that the server lists and does not hand out. */
export function unreadable(known: Scanned): TakeIn {
  return {
    uid: known.uid,
    flags: normalFlags(known.flags),
    internalDate: known.internalDate,
    sizeBytes: known.sizeBytes,
    isLive: false,
    isOwn: false,
    twinKey: "",
    threadKeys: [],
    words: { sender: "", recipients: "", subject: "", body: "" },
    marks: [],
    attachments: [],
    message: emptyMessage("The mail server did not hand out this message."),
  };
}
