import MimeNode from "nodemailer/lib/mime-node";
import { type Composed, BadDraft } from "#/wire/mime/compose.ts";
import { isAddress } from "#/wire/mime/addresses.ts";
import type { ReceiptRequest } from "./receipt.ts";

export interface Receipt {
  from: string;
  request: ReceiptRequest;
  /** Subject of the message that was read. */
  subject: string;
  /** Message-ID of the message without angle brackets; "" if it has none. */
  answers: string;
  messageId: string;
  date: number;
}

/**
 * Writes the receipt (RFC 8098, 3): a text for people, the same for machines, and only the requested facts about the reader. Its
 * envelope sender is empty, to prevent replies. Throws BadDraft.
 */
export async function composeReceipt(receipt: Receipt): Promise<Composed> {
  const { from, request, answers, messageId, date } = receipt;
  const subject = oneLine(receipt.subject);
  if (![from, request.to].every(isAddress)) throw new BadDraft("an address is not valid");
  const root = new MimeNode("multipart/report; report-type=disposition-notification", {
    newline: "\r\n",
  });
  root.setHeader({
    from,
    to: request.to,
    subject: `Read: ${subject}`,
    "message-id": `<${messageId}>`,
    date: new Date(date).toUTCString().replace("GMT", "+0000"),
    "auto-submitted": "auto-replied",
    ...(isId(answers) ? { "in-reply-to": `<${answers}>`, references: `<${answers}>` } : {}),
  });
  root
    .createChild("text/plain; charset=utf-8")
    .setContent(
      `Your message "${subject}" to ${from} was displayed. This does not say that it was read or understood.\r\n`,
    );
  const fields = [
    "Reporting-UA: Inlet",
    ...(request.originalRecipient
      ? [`Original-Recipient: ${oneLine(request.originalRecipient)}`]
      : []),
    `Final-Recipient: rfc822;${from}`,
    ...(isId(answers) ? [`Original-Message-ID: <${answers}>`] : []),
    "Disposition: manual-action/MDN-sent-manually; displayed",
  ];
  root
    .createChild("message/disposition-notification")
    .setHeader("content-transfer-encoding", "7bit")
    .setContent(
      `${fields.map((field) => field.replaceAll(/[^\x20-\x7e]/g, "?")).join("\r\n")}\r\n`,
    );
  return { raw: await root.build(), envelope: { from: "", to: [request.to] } };
}

function isId(id: string): boolean {
  return /^[^<>\s\p{Cc}]{1,900}$/u.test(id);
}

function oneLine(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, 500);
}
