import { domainToASCII } from "node:url";
import MailComposer from "nodemailer/lib/mail-composer";
import { type Address, isAddress } from "./addresses.ts";
import { cleanFileName } from "./file-name.ts";
import { flow } from "./flowed.ts";

export interface Draft {
  from: Address;
  to: Address[];
  cc: Address[];
  bcc: Address[];
  subject: string;
  text: string;
  html?: string;
  /** Message-IDs without angle brackets. */
  inReplyTo?: string;
  references?: string[];
  messageId: string;
  date: number;
  /** The HTML shows an attachment with a Content-ID, if there is any HTML. */
  attachments: { filename: string; type: string; content: Uint8Array; cid?: string }[];
  /** The event's calendar part, for the recipient's calendar client (RFC 6047, 2.4). */
  calendar?: { method: "REPLY" | "DECLINECOUNTER" | "REQUEST"; content: string };
  /** Address that requests a read receipt (RFC 8098). */
  receiptTo?: Address;
  /** Written by a machine, and not to be answered by another one (RFC 3834). */
  isAutomatic?: boolean;
  /** Unsubscribe address (RFC 2369); over https it takes one click (RFC 8058). */
  leaveAt?: string;
  /** Set for a saved draft: its hidden recipients must be found again. */
  keepsBcc?: boolean;
}

export interface Composed {
  raw: Buffer;
  envelope: { from: string; to: string[] };
}

/** A draft that is refused because it would inject text into its header. */
export class BadDraft extends Error {
  override name = "BadDraft";
}

/** Writes the message (RFC 5322); Bcc is in the envelope alone. Throws BadDraft. */
export async function composeMessage(draft: Draft): Promise<Composed> {
  const recipients = [...draft.to, ...draft.cc, ...draft.bcc];
  check(draft, recipients);
  const { receiptTo } = draft;
  const composer = new MailComposer({
    from: toMailbox(draft.from),
    to: draft.to.map(toMailbox),
    cc: draft.cc.map(toMailbox),
    ...(draft.keepsBcc ? { bcc: draft.bcc.map(toMailbox) } : {}),
    subject: draft.subject,
    messageId: `<${draft.messageId}>`,
    date: new Date(draft.date),
    ...(draft.inReplyTo ? { inReplyTo: `<${draft.inReplyTo}>` } : {}),
    ...(draft.references?.length ? { references: draft.references.map((id) => `<${id}>`) } : {}),
    headers: {
      ...(receiptTo && { "Disposition-Notification-To": asciiAddress(receiptTo.address) }),
      ...(draft.isAutomatic && { "Auto-Submitted": "auto-generated" }),
      ...(draft.leaveAt !== undefined && leaving(draft.leaveAt)),
    },
    alternatives: [
      { contentType: "text/plain; charset=utf-8; format=flowed", content: flow(draft.text) },
      ...(draft.html ? [{ contentType: "text/html; charset=utf-8", content: draft.html }] : []),
      ...(draft.calendar ? [calendarPart(draft.calendar)] : []),
    ],
    attachments: draft.attachments.map((file) => toPart(file, draft.html !== undefined)),
    disableFileAccess: true,
    disableUrlAccess: true,
    newline: "\r\n",
  });
  const message = composer.compile();
  message.keepBcc = draft.keepsBcc === true;
  const raw = await message.build();
  const addresses = recipients.map(({ address }) => asciiAddress(address));
  return {
    raw,
    envelope: { from: asciiAddress(draft.from.address), to: [...new Set(addresses)] },
  };
}

function leaving(address: string): Record<string, string> {
  const { href, protocol } = new URL(address);
  return {
    "List-Unsubscribe": `<${href}>`,
    ...(protocol === "https:" && { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }),
  };
}

function calendarPart({ method, content }: NonNullable<Draft["calendar"]>) {
  return { contentType: `text/calendar; charset=utf-8; method=${method}`, content };
}

function toPart(
  { filename, type, content, cid }: Draft["attachments"][number],
  hasHtml: boolean,
): {
  filename: string;
  content: Buffer;
  cid?: string;
  contentType: string;
  contentDisposition: "inline" | "attachment";
} {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const isShown = hasHtml && cid !== undefined;
  return {
    filename: cleanFileName(filename) || "attachment",
    contentType: transportType(type, bytes),
    content: bytes,
    contentDisposition: isShown ? "inline" : "attachment",
    ...(isShown ? { cid } : {}),
  };
}

/**
 * Returns the type for an attachment. An attached message is not encoded (RFC 2046, 5.2.1), and only ASCII lines pass every
 * server unchanged.
 */
function transportType(type: string, content: Buffer): string {
  if (/^multipart\//i.test(type)) return "application/octet-stream";
  if (!/^message\//i.test(type)) return type;
  const isPlain = !/[^\r\n\t\x20-\x7e]|[^\n]{998}/.test(content.toString("latin1"));
  return isPlain ? type : "application/octet-stream";
}

function check(draft: Draft, recipients: Address[]): void {
  const single = [
    draft.subject,
    draft.messageId,
    draft.inReplyTo ?? "",
    ...(draft.references ?? []),
    ...[draft.from, ...recipients, ...(draft.receiptTo ? [draft.receiptTo] : [])].flatMap(
      ({ name, address }) => [name, address],
    ),
    ...draft.attachments.flatMap(({ filename, type, cid = "" }) => [filename, type, cid]),
  ];
  // Checked despite the types: the library would open objects with a path or a URL.
  if (![...single, draft.text, draft.html ?? ""].every((value) => typeof value === "string")) {
    throw new BadDraft("a field is no text");
  }
  if (single.some((value) => /[\r\n\0]/.test(value))) throw new BadDraft("a field breaks its line");
  if (![draft.from, ...recipients].every(({ address }) => isAddress(address))) {
    throw new BadDraft("an address is not valid");
  }
  const cids = draft.attachments.flatMap(({ cid }) => cid ?? []);
  const ids = [draft.messageId, ...(draft.inReplyTo ? [draft.inReplyTo] : []), ...cids];
  if (![...ids, ...(draft.references ?? [])].every((id) => /^[^<>\s]+$/.test(id))) {
    throw new BadDraft("an id is not valid");
  }
  if (!draft.attachments.every(({ type }) => /^[\w.+-]+\/[\w.+-]+$/.test(type))) {
    throw new BadDraft("a media type is not valid");
  }
}

function toMailbox({ name, address }: Address): { name: string; address: string } {
  return { name, address: asciiAddress(address) };
}

/** Returns the address with its domain in ASCII (RFC 5890), which every server accepts. */
function asciiAddress(address: string): string {
  const at = address.lastIndexOf("@");
  const domain = address.slice(at + 1);
  return domain.startsWith("[") ? address : `${address.slice(0, at)}@${domainToASCII(domain)}`;
}
