import type { FakeMessage } from "./folder.ts";
import {
  bodyStructure,
  envelope,
  headerField,
  type MimePart,
  partAt,
  readMime,
} from "./mime-parts.ts";
import type { Quirks } from "./profile.ts";
import { textOf, textsOf, type Word } from "./atoms.ts";

/** Returns the items of a FETCH in upper case. Sections keep their arguments. */
export function fetchItems(word: Word | undefined): string[] {
  const items = Array.isArray(word) ? textsOf(word) : [textOf(word)];
  return items.flatMap((item) => macros[item.toUpperCase()] ?? [item]);
}

const macros: Record<string, string[]> = {
  FAST: ["FLAGS", "INTERNALDATE", "RFC822.SIZE"],
  ALL: ["FLAGS", "INTERNALDATE", "RFC822.SIZE", "ENVELOPE"],
};

/** Returns true if the items need the message's content, and not only the server's metadata. */
export function readsBody(items: readonly string[]): boolean {
  return items.some((item) => /^(BODY\.?(PEEK)?\[|RFC822$|BODYSTRUCTURE|ENVELOPE)/i.test(item));
}

/** Returns true if it marks the message as read (RFC 3501, 6.4.5). */
export function marksSeen(items: readonly string[]): boolean {
  return items.some((item) => /^(BODY\[|RFC822$|RFC822\.TEXT)/i.test(item));
}

/** Returns the text between the parentheses of `* n FETCH (…)`. */
export function fetchAnswer(
  message: FakeMessage,
  items: readonly string[],
  { quirks, labels }: { quirks: Quirks; labels: readonly string[] },
): string {
  const raw = message.content.raw.toString("latin1");
  const answers = items.map((item) => {
    const name = item.toUpperCase();
    switch (name) {
      case "UID":
        return `UID ${message.uid}`;
      case "FLAGS":
        return `FLAGS (${[...message.flags].join(" ")})`;
      case "INTERNALDATE":
        return `INTERNALDATE "${internalDate(message.content.internalDate)}"`;
      case "RFC822.SIZE":
        return `RFC822.SIZE ${raw.length + (quirks.sizeError ?? 0)}`;
      case "MODSEQ":
        return `MODSEQ (${message.modseq})`;
      case "X-GM-MSGID":
        return `X-GM-MSGID ${message.content.gmailId}`;
      case "X-GM-THRID":
        return `X-GM-THRID ${message.content.gmailThread}`;
      case "X-GM-LABELS":
        return `X-GM-LABELS (${labels.join(" ")})`;
      case "BODYSTRUCTURE":
        return `BODYSTRUCTURE ${bodyStructure(readMime(raw))}`;
      case "ENVELOPE": {
        const own = envelope(readMime(raw));
        return `ENVELOPE ${quirks.wrapsEnvelope ? `(${own})` : own}`;
      }
      case "RFC822":
        return quirks.hasNoRfc822 ? "" : `RFC822 {${raw.length}}\r\n${raw}`;
      default:
        return sectionAnswer(item, raw);
    }
  });
  return answers.filter((answer) => answer !== "").join(" ");
}

function sectionAnswer(item: string, raw: string): string {
  const [, section = "", start, length] =
    /^BODY(?:\.PEEK)?\[(.*)\](?:<(\d+)\.(\d+)>)?$/is.exec(item) ?? [];
  const whole = sectionOf(section, raw);
  if (whole === undefined) return `BODY[${section}] NIL`;
  const from = Number(start ?? 0);
  const text = start === undefined ? whole : whole.slice(from, from + Number(length));
  const origin = start === undefined ? "" : `<${from}>`;
  return `BODY[${section.toUpperCase()}]${origin} {${text.length}}\r\n${text}`;
}

function sectionOf(section: string, raw: string): string | undefined {
  if (section === "") return raw;
  const message = readMime(raw);
  const fields = /^HEADER\.FIELDS \((.*)\)$/i.exec(section)?.[1];
  if (fields !== undefined) return `${fields.split(" ").map(fieldLine(message)).join("")}\r\n`;
  const [, number = "", what = ""] = /^(\d+(?:\.\d+)*)?\.?([A-Z]*)$/i.exec(section) ?? [];
  const part: MimePart | undefined = number ? partAt(message, number) : message;
  if (!part) return undefined;
  const isHeader = /^(HEADER|MIME)$/i.test(what);
  return isHeader ? part.header : part.body;
}

const fieldLine = (message: MimePart) => (name: string) => {
  const plainName = name.replaceAll('"', "");
  const value = headerField(message.header, plainName);
  return value ? `${plainName}: ${value}\r\n` : "";
};

const months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

function internalDate(time: number): string {
  const date = new Date(time);
  const two = (number: number) => String(number).padStart(2, "0");
  const day = String(date.getUTCDate()).padStart(2, " ");
  const clock = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()].map(two).join(":");
  return `${day}-${months[date.getUTCMonth()]}-${date.getUTCFullYear()} ${clock} +0000`;
}

/** Parses the date of an APPEND (RFC 3501, date-time). Returns the current time if it is invalid. */
export function readInternalDate(text: string): number {
  const [, day, month = "", year, time, zone = ""] =
    /^ ?(\d+)-(\w{3})-(\d{4}) (\S+) ([+-]\d{4})$/.exec(text) ?? [];
  const parsed = Date.parse(`${day} ${month} ${year} ${time} ${zone}`);
  return Number.isNaN(parsed) ? Date.now() : parsed;
}
