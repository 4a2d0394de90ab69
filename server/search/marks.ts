import { z } from "zod";
import { markOfField } from "#/store/search/index-marks.ts";
import { toWords } from "#/base/tokenize.ts";

/** The data of a message that it can be found by, besides its words. */
export interface MarkSource {
  text: string;
  html: string;
  attachments: readonly { filename: string; type: string; isInline: boolean }[];
  cc: readonly { name: string; address: string }[];
  bcc: readonly { name: string; address: string }[];
  /** The result of wire/mime/signs.ts. */
  signs: object;
  /** True if it contains a calendar event. */
  isInvite: boolean;
}

const Signs = z.object({
  list: z.object({ id: z.string(), address: z.string() }).optional(),
  deliveredTo: z.array(z.string()).optional(),
});

const longestMark = 200;
const maxFileWords = 60;
const maxWordsOfPerson = 30;
/**
 * Maximum size of a correspondent's words. PostgreSQL limits an index row to 2704 bytes, including its other columns, and a
 * character can take four bytes.
 */
const maxBytesOfPerson = 2000;
const maxMarks = 400;
/** Maximum number of characters searched for links. */
const maxCharacters = 400_000;

/** Returns the mark that one operator searches for, as stored. */
export function markOf(kind: "has" | "file" | "list" | "delivered", value: string): string {
  return `${kind}:${value.toLowerCase().slice(0, longestMark)}`;
}

/** Returns all marks of a message: kinds and words of its files, links, its list, and its delivery addresses. */
export function marksOf(source: MarkSource): string[] {
  const { text, html, attachments, isInvite } = source;
  const signs = Signs.parse(source.signs);
  const marks = new Set<string>();
  for (const kind of linksIn(text, html)) marks.add(markOf("has", kind));
  if (isInvite) marks.add(markOf("has", "invite"));
  const files = attachments.filter(({ isInline, filename }) => !isInline || filename !== "");
  for (const { filename, type, isInline } of files) {
    const kind = kindOf(filename, type);
    // Inline images do not count as attachments.
    if (kind !== "" && !(isInline && kind === "image")) marks.add(markOf("has", kind));
    for (const word of typeWords[type.toLowerCase()] ?? []) marks.add(markOf("file", word));
  }
  const names = toWords(files.map(({ filename }) => filename).join("\n"), maxFileWords);
  for (const word of names) marks.add(markOf("file", word));
  if (signs.list?.id) marks.add(markOf("list", signs.list.id));
  if (signs.list?.address) marks.add(markOf("list", signs.list.address));
  for (const address of signs.deliveredTo ?? []) marks.add(markOf("delivered", address));
  for (const field of ["cc", "bcc"] as const) {
    for (const { name, address } of source[field]) {
      const words = fitting(toWords(`${name} ${address}`, maxWordsOfPerson));
      if (words.length > 0) marks.add(markOfField(field, words));
    }
  }
  return [...marks].slice(0, maxMarks);
}

function linksIn(text: string, html: string): string[] {
  const [words, page] = [text.slice(0, maxCharacters), html.slice(0, maxCharacters)];
  const both = `${words}\n${page}`;
  const found: string[] = [];
  if (
    /\bhttps?:\/\/[^\s"'<>]/i.test(words) ||
    /\bhref\s{0,9}=\s{0,9}["']?\s{0,9}https?:/i.test(page)
  )
    found.push("link");
  if (/\/\/(?:[a-z]{1,9}\.)?(?:youtube(?:-nocookie)?\.com|youtu\.be)[/?]/i.test(both))
    found.push("youtube");
  if (/\/\/(?:docs|drive)\.google\.com\//i.test(both)) found.push("drive");
  for (const [, kind = ""] of both.matchAll(
    /\/\/docs\.google\.com\/(document|spreadsheets|presentation)\//gi,
  )) {
    found.push(kind.toLowerCase().replace(/s$/, ""));
  }
  return found;
}

const extensions: Record<string, string> = {
  pdf: "pdf",
  ics: "invite",
  doc: "document",
  docx: "document",
  odt: "document",
  rtf: "document",
  pages: "document",
  xls: "spreadsheet",
  xlsx: "spreadsheet",
  ods: "spreadsheet",
  numbers: "spreadsheet",
  csv: "spreadsheet",
  ppt: "presentation",
  pptx: "presentation",
  odp: "presentation",
  key: "presentation",
  jpg: "image",
  jpeg: "image",
  png: "image",
  gif: "image",
  webp: "image",
  heic: "image",
  svg: "image",
  tif: "image",
  tiff: "image",
  bmp: "image",
};

/** File extensions for a media type, used if the file name has none. */
const typeWords: Record<string, string[]> = {
  "application/pdf": ["pdf"],
  "application/msword": ["doc"],
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": ["docx"],
  "application/vnd.ms-excel": ["xls"],
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": ["xlsx"],
  "application/vnd.ms-powerpoint": ["ppt"],
  "application/vnd.openxmlformats-officedocument.presentationml.presentation": ["pptx"],
  "application/zip": ["zip"],
  "image/jpeg": ["jpg", "jpeg"],
  "image/png": ["png"],
  "image/gif": ["gif"],
  "text/csv": ["csv"],
  "text/calendar": ["ics"],
};

/** Returns the value of `has:` for such a file; "" for none. */
function kindOf(filename: string, type: string): string {
  const mime = type.toLowerCase();
  if (mime === "text/calendar") return "invite";
  if (mime.startsWith("image/")) return "image";
  const [byType = ""] = typeWords[mime] ?? [];
  const byName = /\.([a-z0-9]{1,8})$/i.exec(filename.trim())?.[1]?.toLowerCase() ?? "";
  const of = (extension: string) =>
    Object.hasOwn(extensions, extension) ? (extensions[extension] ?? "") : "";
  return of(byType) || of(byName);
}

/** Returns the first words that fit into an index row. */
function fitting(words: readonly string[]): readonly string[] {
  let bytes = 0;
  const end = words.findIndex((word) => (bytes += Buffer.byteLength(word) + 1) > maxBytesOfPerson);
  return end === -1 ? words : words.slice(0, end);
}
