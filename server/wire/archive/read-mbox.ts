import { limits } from "@inlet/contract/limits.ts";
import { type Archived, archivedMail } from "./archived-mail.ts";

const newline = 0x0a;
/** Bytes that a message may need besides its source: the separator line and quoting. */
const slackBytes = 1024 * 1024;

/**
 * Yields the messages of an mbox file (RFC 4155) in order. A message begins with a line "From …" after an empty line. Content
 * lines that begin in the same way have an additional ">" (mboxrd), which is removed.
 */
export async function* readMbox(chunks: AsyncIterable<Buffer>): AsyncGenerator<Archived> {
  let held: Buffer = Buffer.alloc(0);
  let searched = 0;
  let isTooLarge = false;
  const join = joiner();
  for await (const chunk of chunks) {
    held = join(held, chunk);
    for (;;) {
      const next = startOfNext(held, searched);
      if (next < 0) break;
      yield isTooLarge ? "refused" : messageOf(held.subarray(0, next));
      isTooLarge = false;
      held = held.subarray(next);
      searched = 1;
    }
    // A separator may cross the end of this piece, and can only be recognized as a whole line.
    searched = Math.max(1, held.length - 2000);
    if (held.length > limits.messageBytes + slackBytes) {
      isTooLarge = true;
      held = held.subarray(searched - 1);
      searched = 1;
    }
  }
  if (isTooLarge) yield "refused";
  else if (held.some((byte) => byte > 0x20)) yield messageOf(held);
}

/**
 * Returns a function that appends pieces to the held bytes, in place while there is space: a long message is not copied for each
 * of its pieces.
 */
function joiner(): (held: Buffer, chunk: Buffer) => Buffer {
  let store = Buffer.alloc(0);
  let end = 0;
  return (held, chunk) => {
    if (end + chunk.length > store.length) {
      store = Buffer.allocUnsafe(2 * (held.length + chunk.length));
      end = held.copy(store);
    }
    end += chunk.copy(store, end);
    return store.subarray(end - held.length - chunk.length, end);
  };
}

/** Returns the start of the next separator, at `from` or later; -1 if it is not there yet. */
function startOfNext(held: Buffer, from: number): number {
  for (
    let at = held.indexOf("\nFrom ", Math.max(0, from - 1));
    at >= 0;
    at = held.indexOf("\nFrom ", at + 1)
  ) {
    const start = at + 1;
    if (start < from) continue;
    const isAfterEmptyLine =
      held[at - 1] === newline || (held[at - 1] === 0x0d && held[at - 2] === newline);
    const end = held.indexOf(newline, start);
    if (end < 0) return -1;
    if (
      isAfterEmptyLine &&
      isSeparator(held.toString("latin1", start, Math.min(end, start + 500)))
    ) {
      return start;
    }
  }
  return -1;
}

/** Mail clients write sender and date; a sentence that begins with "From " has neither. */
function isSeparator(line: string): boolean {
  if (/^From \s/.test(line)) return false;
  const [sender = "", ...date] = line.slice(5).trimEnd().split(/\s+/);
  if (date.length === 0) return sender === "-" || /^[^@]+@./.test(sender);
  const time = date.findIndex((word) => /^\d{1,2}:\d{2}(?::\d{2})?$/.test(word));
  return time >= 0 && time < date.length - 1 && /\d{4}$/.test(date.at(-1) ?? "");
}

function messageOf(part: Buffer): Archived {
  const end = part.indexOf(newline);
  const first = part.toString("latin1", 0, end < 0 ? part.length : end);
  const hasEnvelope = first.startsWith("From ");
  const source = hasEnvelope ? part.subarray(end + 1) : part;
  const date = hasEnvelope ? dateOf(first) : null;
  const text = source.toString("latin1").replace(/\r?\n\r?\n$/, "\n");
  return archivedMail(Buffer.from(text.replace(/^>(>*From )/gm, "$1"), "latin1"), { date });
}

/** Returns the date of "From ann@example.org Sat Jan 3 01:05:34 1996", in UTC unless it names a zone. */
function dateOf(line: string): number | null {
  const date = /([A-Z][a-z]{2}) +(\d{1,2}) +(\d\d:\d\d(?::\d\d)?)(?: +([+-]\d{4}))? +(\d{4})/.exec(
    line,
  );
  if (!date) return null;
  const [, month, day, time, zone = "+0000", year] = date;
  const parsed = Date.parse(`${day} ${month} ${year} ${time} ${zone}`);
  return Number.isNaN(parsed) ? null : parsed;
}
