import type { FolderRole } from "@inlet/contract/mail/email.ts";
import { limits } from "@inlet/contract/limits.ts";
import { parseDate } from "../mime/dates.ts";
import { readHeader } from "../mime/header.ts";
import { parseMessageId } from "../mime/message-ids.ts";
import { readTakeoutLabels } from "./takeout-labels.ts";

/** One message of an archive, ready to be put into a mailbox. */
export interface ArchivedMail {
  /** RFC 5322 source with CRLF line ends, as APPEND requires. */
  raw: Buffer;
  flags: string[];
  /** Role of the message's former folder, if the archive names it. */
  role: FolderRole | null;
  /** The user's own labels, by name. */
  labels: string[];
  /** Null if neither the archive nor the header has it. */
  internalDate: number | null;
  /** Without angle brackets; "" if the header has no Message-ID. */
  messageId: string;
}

/** `refused`: a message that cannot be imported, because it is larger than limits.messageBytes or not a message. */
export type Archived = ArchivedMail | "refused";

/** The archive's information about a message besides its source. */
interface Known {
  flags?: readonly string[];
  date?: number | null;
}

/** Parses a message; fields that the archive does not provide are read from its header. */
export function archivedMail(source: Buffer, known: Known = {}): Archived {
  if (source.length === 0 || source.length > limits.messageBytes) return "refused";
  const raw = withCrLf(source);
  const { header } = readHeader(raw, 0, raw.length, () => false);
  if (header.fields.length === 0) return "refused";
  const get = (name: string) => header.get(name);
  const gmail = get("x-gmail-labels");
  const takeout = gmail === "" ? undefined : readTakeoutLabels(gmail);
  const flags = known.flags ?? flagsOfHeader(get, takeout?.flags ?? []);
  if (flags === null) return "refused";
  return {
    raw,
    flags: [...flags],
    role: takeout?.role ?? null,
    labels: takeout?.labels ?? [],
    internalDate: known.date ?? parseDate(header.get("date")),
    messageId: parseMessageId(header.get("message-id")),
  };
}

/** Returns the flags in the headers that mutt and Thunderbird write into mbox files; null for a deleted message. */
function flagsOfHeader(get: (name: string) => string, more: readonly string[]): string[] | null {
  const flags = new Set(more);
  const status = get("status") + get("x-status");
  if (status.includes("R")) flags.add(String.raw`\Seen`);
  if (status.includes("A")) flags.add(String.raw`\Answered`);
  if (status.includes("F")) flags.add(String.raw`\Flagged`);
  if (status.includes("T")) flags.add(String.raw`\Draft`);
  const mozilla = Number.parseInt(get("x-mozilla-status"), 16);
  if (mozilla & 0x0001) flags.add(String.raw`\Seen`);
  if (mozilla & 0x0002) flags.add(String.raw`\Answered`);
  if (mozilla & 0x0004) flags.add(String.raw`\Flagged`);
  if (mozilla & 0x0008) return null;
  return [...flags];
}

/** Returns the flags in a Maildir file's name: letters after `:2,` (`;2,` or `!2,` where colons are not allowed). */
export function flagsOfMaildirName(name: string): string[] {
  const letters = /[:;!]2,([A-Za-z]*)$/.exec(name)?.[1] ?? "";
  const meanings = { S: "Seen", R: "Answered", F: "Flagged", D: "Draft" } as const;
  return Object.entries(meanings).flatMap(([letter, flag]) =>
    letters.includes(letter) ? [`\\${flag}`] : [],
  );
}

function withCrLf(source: Buffer): Buffer {
  const text = source.toString("latin1");
  if (!/(^|[^\r])\n/.test(text)) return source;
  return Buffer.from(text.replace(/\r?\n/g, "\r\n"), "latin1");
}
