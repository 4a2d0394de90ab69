import { domainToASCII } from "node:url";
import MailComposer from "nodemailer/lib/mail-composer";
import { isAddress } from "./addresses.ts";
import { cleanFileName } from "./file-name.ts";
import type { Address } from "./parsed.ts";

export interface Draft {
  from: Address;
  to: Address[];
  cc: Address[];
  bcc: Address[];
  subject: string;
  text: string;
  html?: string;
  /** Ids without angle brackets. */
  inReplyTo?: string;
  references?: string[];
  messageId: string;
  date: number;
  attachments: { filename: string; type: string; content: Uint8Array }[];
}

export interface Composed {
  raw: Buffer;
  envelope: { from: string; to: string[] };
}

/** A draft that must not become a message: it would break out of its header. */
export class BadDraft extends Error {
  override name = "BadDraft";
}

/** Writes the message (RFC 5322); Bcc stands in the envelope alone. Throws BadDraft. */
export async function composeMessage(draft: Draft): Promise<Composed> {
  const recipients = [...draft.to, ...draft.cc, ...draft.bcc];
  check(draft, recipients);
  const composer = new MailComposer({
    from: toMailbox(draft.from),
    to: draft.to.map(toMailbox),
    cc: draft.cc.map(toMailbox),
    subject: draft.subject,
    messageId: `<${draft.messageId}>`,
    date: new Date(draft.date),
    ...(draft.inReplyTo ? { inReplyTo: `<${draft.inReplyTo}>` } : {}),
    ...(draft.references?.length ? { references: draft.references.map((id) => `<${id}>`) } : {}),
    text: draft.text,
    ...(draft.html ? { html: draft.html } : {}),
    attachments: draft.attachments.map(({ filename, type, content }) => ({
      filename: cleanFileName(filename) || "attachment",
      contentType: type,
      content: Buffer.from(content),
      contentDisposition: "attachment",
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
    newline: "\r\n",
  });
  const raw = await composer.compile().build();
  const addresses = recipients.map(({ address }) => asciiAddress(address));
  return {
    raw,
    envelope: { from: asciiAddress(draft.from.address), to: [...new Set(addresses)] },
  };
}

function check(draft: Draft, recipients: Address[]): void {
  const single = [
    draft.subject,
    draft.messageId,
    draft.inReplyTo ?? "",
    ...(draft.references ?? []),
    ...[draft.from, ...recipients].flatMap(({ name, address }) => [name, address]),
    ...draft.attachments.flatMap(({ filename, type }) => [filename, type]),
  ];
  // The types say so already; objects with a path or an address inside would be opened.
  if (![...single, draft.text, draft.html ?? ""].every((value) => typeof value === "string")) {
    throw new BadDraft("a field is no text");
  }
  if (single.some((value) => /[\r\n\0]/.test(value))) throw new BadDraft("a field breaks its line");
  if (![draft.from, ...recipients].every(({ address }) => isAddress(address))) {
    throw new BadDraft("an address is not valid");
  }
  const ids = [draft.messageId, ...(draft.inReplyTo ? [draft.inReplyTo] : [])];
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

/** The domain in ASCII (RFC 5890), which every server understands. */
function asciiAddress(address: string): string {
  const at = address.lastIndexOf("@");
  const domain = address.slice(at + 1);
  return domain.startsWith("[") ? address : `${address.slice(0, at)}@${domainToASCII(domain)}`;
}
