import { buffer } from "node:stream/consumers";
import type { Identity } from "@inlet/contract/mail/drafts.ts";
import type { AttachmentId, MessageId, UploadId, UserId } from "@inlet/contract/ids.ts";
import { limits } from "@inlet/contract/limits.ts";
import { z } from "zod";
import { Failure } from "#/base/failure.ts";
import { attachmentsOf } from "#/store/messages/attachment-queries.ts";
import { getBody } from "#/store/messages/body-queries.ts";
import type { AttachmentRow, MessageRow } from "#/store/engine/schema.ts";
import { type Composed, composeMessage, type Draft } from "#/wire/mime/compose.ts";
import { htmlToText } from "#/wire/mime/html/html-text.ts";
import { cidsOf, safeHtml } from "#/wire/mime/html/safe-html.ts";
import { readAttachment } from "#/mail/reading/attachments.ts";
import type { MailContext } from "#/mail/context.ts";
import { stringsOf } from "#/mail/reading/present-row.ts";
import { forwardOf, htmlOf, type Original, quoteOf } from "./quote.ts";
import { requireMessage } from "#/mail/reading/reading.ts";
import type { Recipients } from "./recipients.ts";
import { readUploads } from "./uploads.ts";

/** Content of a message that is about to be composed. */
export interface Writing extends Recipients {
  from: Identity;
  subject: string;
  content: string;
  html: string | null;
  inReplyTo: MessageId | null;
  forwardOf: MessageId | null;
  forwardedAttachments: readonly AttachmentId[];
  /** Attachments in order. The HTML shows those with a Content-ID where it names them. */
  attachments: readonly { id: UploadId; cid: string | null }[];
  requestReceipt: boolean;
  /** Set for a draft that another client began; otherwise the ancestry of the answered message is used. */
  threading: Threading | null;
  messageId: string;
  date: number;
}

/** Message-IDs of the In-Reply-To and References headers, without angle brackets. */
export const Threading = z.object({ inReplyTo: z.string(), references: z.array(z.string()) });
export type Threading = z.infer<typeof Threading>;

/**
 * Writes the message (RFC 5322), with the quoted or forwarded one below it. Throws message.not_found, attachment.not_found,
 * message.source_unavailable, upload.not_found, upload.too_large: nothing is ever left out. A plain message has no HTML part, so
 * its text is all of its content.
 */
export async function composeMail(
  mail: MailContext,
  userId: UserId,
  writing: Writing,
  { isDraft, isPlain = false }: { isDraft: boolean; isPlain?: boolean },
): Promise<ComposedMail> {
  const { from, to, cc, bcc, subject, messageId, date } = writing;
  const uploads = await filesOf(mail, userId, writing);
  const answered = await originalOf(mail, userId, writing.inReplyTo);
  const forwarded = await originalOf(mail, userId, writing.forwardOf);
  const passedOn = forwarded && (await passOn(mail, userId, forwarded, writing));
  const cids = new Set(uploads.flatMap(({ cid }) => cid ?? []));
  const inlined = (passedOn?.inlined ?? []).filter(({ cid }) => !cids.has(cid));
  const quotes = [
    ...(answered ? [await quoteOf(answered)] : []),
    ...(forwarded ? [await forwardOf(forwarded, new Set(inlined.map(({ cid }) => cid)))] : []),
  ];
  // Every mail client can show text; if only HTML was given, the text is made from it.
  const words =
    writing.content.trim() === "" && writing.html !== null
      ? htmlToText(writing.html)
      : writing.content;
  const text = [words, ...quotes.map((quote) => quote.text)].join("\n\n");
  const html = isPlain
    ? undefined
    : await htmlWith({ writing, cids, forwarded, quotes: quotes.map((quote) => quote.html) });
  const shown = html === undefined ? new Set<string>() : await cidsOf(html);
  const files = [...uploads, ...inlined, ...(passedOn?.attached ?? [])];
  const composed = await composeMessage({
    from: { name: from.name, address: from.address },
    to,
    cc,
    bcc,
    subject,
    text,
    ...(html === undefined ? {} : { html }),
    ...threadingOf(writing, answered?.message ?? forwarded?.message),
    messageId,
    date,
    attachments: files.map(({ cid, ...file }) => ({
      ...file,
      ...(cid !== undefined && shown.has(cid) ? { cid } : {}),
    })),
    ...(writing.requestReceipt ? { receiptTo: { name: "", address: from.address } } : {}),
    keepsBcc: isDraft,
  });
  if (composed.raw.byteLength > limits.outgoingBytes) throw new Failure("upload.too_large");
  return { ...composed, text, files };
}

/** A composed message with its texts and files. */
interface ComposedMail extends Composed {
  text: string;
  files: readonly File[];
}

type File = Draft["attachments"][number];

async function filesOf(mail: MailContext, userId: UserId, writing: Writing): Promise<File[]> {
  const files = await readUploads(
    mail,
    userId,
    writing.attachments.map(({ id }) => id),
  );
  return files.map((file, index) => {
    const cid = writing.attachments[index]?.cid ?? "";
    return isRepeatable(cid) ? { ...file, cid } : file;
  });
}

async function originalOf(
  mail: MailContext,
  userId: UserId,
  id: MessageId | null,
): Promise<Original | undefined> {
  if (id === null) return undefined;
  const message = await requireMessage(mail, userId, id);
  const body = await getBody(mail.database.reader, userId, id);
  return { message, text: body?.text ?? "", html: body?.html ?? "" };
}

/** Returns the parts of a forwarded message to attach: the images that its HTML shows, and the chosen attachments. */
async function passOn(
  mail: MailContext,
  userId: UserId,
  { message, html }: Original,
  { forwardedAttachments }: Writing,
): Promise<{ inlined: (File & { cid: string })[]; attached: File[] }> {
  const rows = await attachmentsOf(mail.database.reader, userId, message.id);
  const shown = await cidsOf(html);
  const inlinedRows = rows.filter(
    (row) => shown.has(row.content_id) && isRepeatable(row.content_id),
  );
  const attachedRows = forwardedAttachments
    .filter((id) => !inlinedRows.some((row) => row.id === id))
    .map((id) => {
      const row = rows.find((each) => each.id === id);
      if (row === undefined) throw new Failure("attachment.not_found");
      return row;
    });
  const sizes = [...inlinedRows, ...attachedRows].map((row) => row.size_bytes);
  if (sizes.reduce((sum, size) => sum + size, 0) > limits.outgoingBytes) {
    throw new Failure("upload.too_large");
  }
  const inlined: (File & { cid: string })[] = [];
  for (const row of inlinedRows) {
    inlined.push({ ...(await fileOf(mail, userId, row)), cid: row.content_id });
  }
  const attached: File[] = [];
  for (const row of attachedRows) attached.push(await fileOf(mail, userId, row));
  return { inlined, attached };
}

async function fileOf(mail: MailContext, userId: UserId, row: AttachmentRow): Promise<File> {
  const { filename, type, content } = await readAttachment(mail, userId, row.message_id, row.id);
  try {
    // The type comes from the sender's client and is written into a header.
    const isType = /^[\w.+-]+\/[\w.+-]+$/.test(type);
    return {
      filename: filename.replaceAll(/[\r\n\0]/g, " "),
      type: isType ? type : "application/octet-stream",
      content: await buffer(content),
    };
  } catch (cause) {
    throw new Failure("message.source_unavailable", { cause });
  }
}

async function htmlWith({
  writing,
  cids,
  forwarded,
  quotes,
}: {
  writing: Writing;
  cids: ReadonlySet<string>;
  forwarded: Original | undefined;
  quotes: string[];
}): Promise<string | undefined> {
  // An HTML message is forwarded as HTML, even under a short plain text.
  if (writing.html === null && (forwarded?.html ?? "") === "") return undefined;
  const written =
    writing.html === null
      ? htmlOf(writing.content)
      : await safeHtml(writing.html, { kind: "written", cids });
  return [written, ...quotes].join("");
}

/** Returns In-Reply-To and References of a reply (RFC 5322, 3.6.4). */
function threadingOf(
  { threading }: Writing,
  original: MessageRow | undefined,
): { inReplyTo?: string; references?: string[] } {
  if (original === undefined) {
    if (threading === null) return {};
    const { inReplyTo, references } = threading;
    return {
      ...(isRepeatable(inReplyTo) ? { inReplyTo } : {}),
      references: references.filter(isRepeatable),
    };
  }
  const parent = original.message_id_header;
  const known = stringsOf(original.references_json);
  const earlier =
    known.length === 0 && original.in_reply_to !== "" ? [original.in_reply_to] : known;
  // Some clients write ids that cannot be repeated in a header. Their messages can still be replied to.
  const references = [...earlier.filter((id) => id !== parent), parent].filter(isRepeatable);
  return { ...(isRepeatable(parent) ? { inReplyTo: parent } : {}), references };
}

function isRepeatable(id: string): boolean {
  return /^[^<>\s\p{Cc}]+$/u.test(id) && id.length <= idMaxLength;
}

/** A header line holds 998 octets (RFC 5322, 2.1.1). */
const idMaxLength = 900;
