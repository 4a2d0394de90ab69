import type { FetchMessageObject } from "imapflow";
import { limits } from "@inlet/contract/limits.ts";
import { gmailLabels } from "#/wire/imap/folders/gmail-labels.ts";
import type { Scanned } from "#/wire/imap/remote.ts";

/** Limits for a hostile server: a larger response ends the connection. */
export const limitsOfServer = {
  // A SEARCH response with two million messages is one line.
  maxLineLength: 16 * 1024 * 1024,
  maxLiteralSize: limits.messageBytes + 14 * 1024 * 1024,
  maxResponseSize: limits.messageBytes + 30 * 1024 * 1024,
} as const;

/** A folder that claims more is not read: its list alone would occupy the process. */
export const maxMessages = 2_000_000;

/** Returns the maximum number of responses to one FETCH: every message, and flag changes in between. */
export function maxResponses(exists: number): number {
  return exists + 10_000;
}

/** Maximum number of keywords per message, and maximum length of each. */
const maxFlags = 100;
const maxFlagLength = 200;

/** Returns the flags to keep, as new strings: imapflow's hold one object for each character. */
export function keptFlags(flags: Iterable<string>): string[] {
  return [...flags]
    .filter((flag) => flag.length <= maxFlagLength)
    .slice(0, maxFlags)
    .map((flag) => Buffer.from(flag).toString());
}

/** Returns the server's id; "" if it is longer than RFC 8474 allows. */
function idOf(id: string | undefined): string {
  return id === undefined || id.length > 255 ? "" : id;
}

/** Returns true for the response to a scan: flag changes in between look alike, but contain nothing else. */
export function isScanAnswer({ internalDate, size }: FetchMessageObject): boolean {
  return internalDate !== undefined || size !== undefined;
}

/** Converts a message that imapflow fetched. */
export function scanned(message: FetchMessageObject): Scanned {
  const date = message.internalDate;
  const internalDate = date instanceof Date ? date.getTime() : Date.parse(date ?? "");
  return {
    uid: message.uid,
    // \\Recent is about the session, not about the message.
    flags: [
      ...keptFlags(message.flags ?? []).filter((flag) => flag !== "\\Recent"),
      ...gmailLabels(message.labels ?? []).map((label) => `label:${label}`),
    ],
    internalDate: Number.isFinite(internalDate) ? internalDate : 0,
    sizeBytes: Math.max(0, message.size ?? 0),
    modseq: message.modseq?.toString() ?? "",
    providerId: idOf(message.emailId),
    providerThreadId: idOf(message.threadId),
  };
}
