import type { FetchMessageObject } from "imapflow";
import { limits } from "@inlet/contract/limits.ts";
import type { Scanned } from "./remote.ts";

/** What a hostile server may make us hold: an answer of these sizes ends the connection. */
export const limitsOfServer = {
  // A SEARCH answer over two million messages is one line.
  maxLineLength: 16 * 1024 * 1024,
  maxLiteralSize: limits.messageBytes + 14 * 1024 * 1024,
  maxResponseSize: limits.messageBytes + 30 * 1024 * 1024,
} as const;

/** Keywords kept of one message. */
const maxFlags = 100;

/** What imapflow fetched, in our terms. */
export function scanned(message: FetchMessageObject): Scanned {
  const date = message.internalDate;
  const internalDate = date instanceof Date ? date.getTime() : Date.parse(date ?? "");
  return {
    uid: message.uid,
    // \\Recent is about the session, not about the message.
    flags: [...(message.flags ?? [])].filter((flag) => flag !== "\\Recent").slice(0, maxFlags),
    internalDate: Number.isFinite(internalDate) ? internalDate : 0,
    sizeBytes: Math.max(0, message.size ?? 0),
    modseq: message.modseq?.toString() ?? "",
  };
}
