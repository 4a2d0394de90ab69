import { limits } from "@inlet/contract/limits.ts";
import { calendarIn, calendarOf } from "./calendar-part.ts";
import type { Outline, OutlinePart } from "../imap/remote.ts";
import { type Address, readAddresses } from "./addresses.ts";
import { attachedText, calendarWords } from "./attached-text.ts";
import { chooseBodyParts } from "./body-parts.ts";
import { parseDate } from "./dates.ts";
import { readDeliveryReport } from "./report/delivery-report.ts";
import { decodeWords } from "./charset/encoded-words.ts";
import { cleanFileName } from "./file-name.ts";
import { type Header, readHeader } from "./header.ts";
import { htmlToText } from "./html/html-text.ts";
import { textOf, readText } from "./leaf-text.ts";
import { parseMessageId, parseMessageIds } from "./message-ids.ts";
import { notices, protectionNotice } from "./report/notice.ts";
import type { ParsedAttachment, ParsedMessage } from "./parsed.ts";
import { previewOf } from "./preview.ts";
import { remoteImagesOf } from "./html/remote-images.ts";
import { readSigns } from "./signs.ts";
import { decodeTransfer } from "./transfer.ts";
import { contentOf, type Entity, readTree } from "./tree.ts";
import { visibleLine } from "./html/visible-line.ts";

/** Parses a message. Never throws on bad mail: `notice` says which parts are missing. */
export async function parseMessage(source: Uint8Array): Promise<ParsedMessage> {
  const whole = Buffer.from(source.buffer, source.byteOffset, source.byteLength);
  const bytes = whole.subarray(0, limits.messageBytes);
  const { root, isCut } = readTree(bytes);
  const parts = chooseBodyParts(root);
  const problems = new Set<string>();
  if (isCut || whole.length > bytes.length) problems.add(notices.cut);

  const read = (leaf: Entity): string => {
    const { text, isCharsetKnown } = textOf(bytes, leaf);
    if (!isCharsetKnown) problems.add(notices.charset);
    return text;
  };
  const body = joinBody(
    parts.text.filter(isText).map((leaf) => ({ type: leaf.type, text: read(leaf) })),
    parts.html.filter(isText).map((leaf) => ({ type: leaf.type, text: read(leaf) })),
    problems,
  );
  const attachments = parts.attachments
    .slice(0, limits.attachmentsListed)
    .map((leaf) => toAttachment(bytes, leaf));
  if (parts.attachments.length > attachments.length) problems.add(notices.cut);
  if (whole.length === 0) problems.add(notices.empty);
  const protection = protectionNotice(root, body.text);
  const envelope = readEnvelope(root.header);
  const report = readDeliveryReport(bytes, root, body.text);
  const calendar = calendarIn(bytes, root);
  const attached = attachedText(bytes, parts.attachments);
  return {
    ...envelope,
    ...(attached !== "" && { attachedText: attached }),
    ...(report && { signs: { ...envelope.signs, report } }),
    ...body,
    attachments,
    ...(calendar && { calendar }),
    notice: protection || ([...problems][0] ?? ""),
  };
}

/** Parses a message with only header, structure and texts fetched. */
export async function parseOutline(outline: Outline): Promise<ParsedMessage> {
  const { header } = readHeader(outline.header, 0, outline.header.length, () => false);
  const problems = new Set<string>([notices.outline]);
  const bodies = outline.parts.filter(({ content }) => content !== null);
  const read = (part: OutlinePart) => ({ type: part.type, text: textOfPart(part) });
  const plain = bodies.filter(({ type }) => type === "text/plain").map(read);
  const html = bodies.filter(({ type }) => type === "text/html").map(read);
  const body = joinBody(plain.length > 0 ? plain : html, html, problems);
  const attachments = outline.parts
    .filter(({ type, content }) => content === null || type === "text/calendar")
    .slice(0, limits.attachmentsListed)
    .map((part) => ({
      part: part.part,
      filename: cleanFileName(decodeWords(part.filename)),
      type: part.type,
      sizeBytes: decodedSize(part),
      contentId: part.contentId,
      isInline: isInlineImage(part.type, part.disposition, part.contentId),
      content: null,
    }));
  const calendar = bodies
    .filter(({ type }) => type === "text/calendar")
    .map((part) => calendarOf(textOfPart(part)))
    .find((found) => found !== undefined);
  const attached = calendar ? calendarWords(calendar.source) : "";
  return {
    ...readEnvelope(header),
    ...body,
    attachments,
    ...(calendar && { calendar }),
    ...(attached !== "" && { attachedText: attached }),
    notice: [...problems].at(-1) ?? "",
  };
}

type Envelope = Omit<
  ParsedMessage,
  "text" | "html" | "preview" | "remoteImages" | "attachments" | "notice"
>;

function readEnvelope(header: Header): Envelope {
  const addresses = (name: string): Address[] =>
    header
      .all(name)
      .flatMap((field) => readAddresses(field))
      .slice(0, limits.addressesPerField);
  return {
    messageId: parseMessageId(header.get("message-id")),
    inReplyTo: parseMessageIds(header.get("in-reply-to"))[0] ?? "",
    references: parseMessageIds(header.all("references").join(" ")),
    from: addresses("from"),
    to: addresses("to"),
    cc: addresses("cc"),
    bcc: addresses("bcc"),
    replyTo: addresses("reply-to"),
    subject: visibleLine(header.get("subject")),
    sentDate: parseDate(header.get("date")),
    signs: readSigns(header),
  };
}

interface BodyText {
  type: string;
  text: string;
}

/** Joins text and HTML of all parts, within the limits. If one is missing, it is created from the other. */
function joinBody(
  textBody: BodyText[],
  htmlBody: BodyText[],
  problems: Set<string>,
): Pick<ParsedMessage, "text" | "html" | "preview" | "remoteImages"> {
  const hasHtml = htmlBody.some(({ type }) => type === "text/html");
  const html = hasHtml
    ? htmlBody.map(({ type, text }) => (type === "text/html" ? text : asHtml(text))).join("\n")
    : "";
  const text = textBody
    .map((part) => (part.type === "text/html" ? htmlToText(part.text) : part.text))
    .join("\n");
  const isLong = text.length > limits.textBytes || html.length > limits.htmlBytes;
  if (isLong) problems.add(notices.cut);
  const storedHtml = html.slice(0, limits.htmlBytes);
  // Some senders add an empty text beside their HTML.
  const storedText = (text.trim() === "" && html ? htmlToText(html) : text).slice(
    0,
    limits.textBytes,
  );
  return {
    text: storedText,
    html: storedHtml,
    preview: previewOf(storedText),
    remoteImages: storedHtml ? remoteImagesOf(storedHtml).length : 0,
  };
}

/** Wraps plain text between HTML parts. Nothing in it can become markup. */
function asHtml(text: string): string {
  const escaped = text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
  return `<div style="white-space: pre-wrap">${escaped}</div>`;
}

function isText({ type }: Entity): boolean {
  return type === "text/plain" || type === "text/html";
}

function toAttachment(source: Buffer, leaf: Entity): ParsedAttachment {
  const content = contentOf(source, leaf);
  const contentId = parseMessageIds(leaf.header.get("content-id"))[0] ?? "";
  return {
    part: leaf.part,
    filename: cleanFileName(leaf.filename),
    type: leaf.type,
    sizeBytes: content.length,
    contentId,
    isInline: isInlineImage(leaf.type, leaf.disposition, contentId),
    content,
  };
}

/** Returns true for an image that is shown inside the text and not below it. */
function isInlineImage(type: string, disposition: string, contentId: string): boolean {
  return type.startsWith("image/") && disposition !== "attachment" && contentId !== "";
}

function textOfPart({ type, parameters, encoding, content }: OutlinePart): string {
  const decoded = decodeTransfer(content ?? Buffer.alloc(0), encoding);
  return readText(decoded, { type, parameters: new Map(Object.entries(parameters)) }).text;
}

function decodedSize({ encoding, sizeBytes }: OutlinePart): number {
  // Base64 encodes three bytes in four characters, plus two bytes of line end per 76 characters.
  return encoding === "base64" ? Math.floor((sizeBytes * 57) / 78) : sizeBytes;
}
