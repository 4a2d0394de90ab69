import { chooseBodyParts } from "./body-parts.ts";
import { htmlToText } from "./html/html-text.ts";
import { readText, textOf } from "./leaf-text.ts";
import { contentOf, type Entity, readTree } from "./tree.ts";
import { visibleLine } from "./html/visible-line.ts";

/**
 * Maximum characters stored from all files of a message together. The message is found by them, and each search may scan them.
 */
const maxCharacters = 20_000;
const maxFiles = 20;
/** Maximum bytes decoded per file, enough for the characters kept in any charset. */
const maxBytes = 128 * 1024;
/** Maximum depth of messages in messages: users hardly ever read deeper ones. */
const deepest = 3;

const textNames = /\.(?:txt|text|md|markdown|csv|tsv|log|json|xml|ya?ml|ini|conf|vcf)$/i;

/**
 * Returns the searchable text in the files of a message: plain and HTML text, calendars and messages, by their types or names.
 * Bounded in files, bytes, depth and characters; never throws.
 */
export function attachedText(source: Buffer, attachments: readonly Entity[], depth = 0): string {
  const texts: string[] = [];
  let space = maxCharacters;
  for (const leaf of attachments.slice(0, maxFiles)) {
    if (space <= 0) break;
    const text = textOfFile(source, leaf, depth).slice(0, space);
    space -= text.length + 1;
    if (text !== "") texts.push(text);
  }
  return texts.join("\n");
}

/** Returns true if the file's text is read. */
export function isReadable(file: Pick<Entity, "type" | "filename">): boolean {
  return kindOf(file) !== null;
}

function kindOf({ type, filename }: Pick<Entity, "type" | "filename">) {
  if (type === "message/rfc822" || type === "message/global" || /\.eml$/i.test(filename)) {
    return "mail";
  }
  if (type === "text/calendar" || type === "application/ics" || /\.ics$/i.test(filename)) {
    return "calendar";
  }
  if (type === "text/html" || /\.html?$/i.test(filename)) return "page";
  const isText =
    type.startsWith("text/") || type === "application/json" || textNames.test(filename);
  return isText ? "text" : null;
}

function textOfFile(source: Buffer, leaf: Entity, depth: number): string {
  const kind = kindOf(leaf);
  if (kind === null) return "";
  if (kind === "mail") return depth < deepest ? textOfMail(source, leaf, depth + 1) : "";
  const cut = { ...leaf, bodyEnd: Math.min(leaf.bodyEnd, leaf.bodyStart + 2 * maxBytes) };
  if (kind === "calendar") return calendarWords(textOf(source, cut).text);
  if (kind === "page") {
    return htmlToText(readText(bytesOf(source, cut), { ...cut, type: "text/html" }).text);
  }
  return readText(bytesOf(source, cut), cut).text;
}

function bytesOf(source: Buffer, leaf: Entity): Buffer {
  return contentOf(source, leaf).subarray(0, maxBytes);
}

function textOfMail(source: Buffer, leaf: Entity, depth: number): string {
  if (leaf.message) return wordsOfMail(source, leaf.message, depth);
  const cut = { ...leaf, bodyEnd: Math.min(leaf.bodyEnd, leaf.bodyStart + 2 * maxBytes) };
  const bytes = bytesOf(source, cut);
  return wordsOfMail(bytes, readTree(bytes).root, depth);
}

/** Returns a message's header lines and its text. */
function wordsOfMail(source: Buffer, mail: Entity, depth: number): string {
  const lines = ["subject", "from", "to", "cc"].map((name) =>
    visibleLine(mail.header.get(name)).slice(0, 1000),
  );
  const { text, html, attachments } = chooseBodyParts(mail);
  const bodies = (text.length > 0 ? text : html)
    .filter(({ type }) => type === "text/plain" || type === "text/html")
    .slice(0, maxFiles)
    .map((leaf) => textOfFile(source, { ...leaf, filename: "" }, depth));
  return [...lines, ...bodies, attachedText(source, attachments, depth)]
    .filter((line) => line !== "")
    .join("\n");
}

const calendarLine = /^(?:SUMMARY|DESCRIPTION|LOCATION|COMMENT|CONTACT|CATEGORIES)[;:]/i;
const calendarPerson = /^(?:ATTENDEE|ORGANIZER)[;:]/i;

/** Returns the texts and people of an event, without property names (RFC 5545, 3.1). */
export function calendarWords(text: string): string {
  return text
    .slice(0, maxBytes)
    .replaceAll(/\n[ \t]/g, "")
    .split("\n")
    .flatMap((line) => {
      if (calendarPerson.test(line))
        return [/;CN=("[^"]*"|[^;:]*)/i.exec(line)?.[1] ?? "", addressIn(line)];
      return calendarLine.test(line) ? [valueOf(line)] : [];
    })
    .filter((value) => value !== "")
    .join("\n")
    .slice(0, maxCharacters);
}

function addressIn(line: string): string {
  const at = line.toLowerCase().lastIndexOf("mailto:");
  return at < 0 ? "" : line.slice(at + "mailto:".length);
}

/** Returns the text after the first colon outside of quotes. */
function valueOf(line: string): string {
  let isQuoted = false;
  for (const [at, letter] of [...line].entries()) {
    if (letter === '"') isQuoted = !isQuoted;
    if (letter === ":" && !isQuoted) {
      return line
        .slice(at + 1)
        .replaceAll(/\\n/gi, "\n")
        .replaceAll(/\\([,;\\])/g, "$1");
    }
  }
  return "";
}
