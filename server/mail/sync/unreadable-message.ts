import { emptyMessage, type IncomingMessage } from "#/store/messages/ingest-types.ts";
import { normalFlags } from "./folder/plan.ts";

/** Returns the record of a message that is only known to exist; the notice gives the reason. */
export function unreadable(
  known: Pick<IncomingMessage, "uid" | "internalDate" | "sizeBytes"> & { flags: readonly string[] },
  notice: string,
): IncomingMessage {
  return {
    uid: known.uid,
    flags: normalFlags(known.flags),
    internalDate: known.internalDate,
    sizeBytes: known.sizeBytes,
    isLive: false,
    isOwn: false,
    duplicateKey: "",
    threadKeys: [],
    words: { sender: "", recipients: "", subject: "", body: "" },
    marks: [],
    attachments: [],
    message: emptyMessage(notice),
  };
}
