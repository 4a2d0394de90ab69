import { errors } from "@inlet/contract/errors.ts";
import { MessageId, OutboxId, type UserId } from "@inlet/contract/ids.ts";
import type { outboxState, sendEmail, undoSend } from "@inlet/contract/send.ts";
import { z } from "zod";
import { Failure } from "#/base/fail.ts";
import { randomId } from "#/base/random-id.ts";
import { getOutbox } from "#/store/outbox.ts";
import type { AccountRow, OutboxRow } from "#/store/tables.ts";
import { userById } from "#/store/users.ts";
import { composeMessage } from "#/wire/mime/compose.ts";
import type { Address } from "#/wire/mime/parsed.ts";
import { requireAccount } from "./accounts.ts";
import type { MailContext } from "./context.ts";
import { stringsOf, writtenAddress } from "./present.ts";
import { requireMessage } from "./reading.ts";
import { readRecipients, type Recipients } from "./recipients.ts";
import { readUploads } from "./uploads.ts";

type NewMail = z.output<typeof sendEmail.input>;

/** What the dialog had, kept so that it can be opened again. */
const Draft = z.object({
  to: z.string(),
  cc: z.string(),
  bcc: z.string(),
  subject: z.string(),
  content: z.string(),
  inReplyTo: MessageId.nullable(),
});

/**
 * Composes the message with a Message-ID that never changes again and stores it; the engine sends it when its time
 * has come. The same non-empty key of the same user answers the first call's row. Throws the codes of sendEmail.
 */
export async function queueMail(
  mail: MailContext,
  userId: UserId,
  form: NewMail,
  options: { idempotencyKey: string },
): Promise<z.output<typeof sendEmail.output>> {
  const account = await requireAccount(mail, userId, form.accountId);
  if (account.smtp_host === "") throw new Failure("send.not_set_up");
  const recipients = readRecipients(form);
  const row = await newOutboxRow(mail, account, { form, recipients, ...options });
  const queued = await mail.door("outbox.queue", row);
  return { id: queued.id, state: queued.state };
}

/** Throws outbox.not_found. */
export async function readOutbox(
  mail: MailContext,
  userId: UserId,
  id: OutboxId,
): Promise<z.output<typeof outboxState.output>> {
  const row = await getOutbox(mail.database.reader, userId, id);
  if (row === undefined) throw new Failure("outbox.not_found");
  const hasFailed = row.state === "failed" || row.state === "unknown";
  return {
    id: row.id,
    state: row.state,
    error: hasFailed ? row.error || errors["send.failed"].message : null,
    draft: { accountId: row.account_id, ...Draft.parse(JSON.parse(row.draft_json)) },
  };
}

/** Takes a queued message back. Throws outbox.not_found, send.too_late. */
export async function undoMail(
  mail: MailContext,
  userId: UserId,
  id: OutboxId,
): Promise<z.output<typeof undoSend.output>> {
  const state = await mail.door("outbox.cancel", { userId, id });
  if (state === undefined) throw new Failure("outbox.not_found");
  if (state !== "cancelled") throw new Failure("send.too_late");
  return { id, state };
}

async function newOutboxRow(
  mail: MailContext,
  account: AccountRow,
  {
    form,
    recipients,
    idempotencyKey,
  }: { form: NewMail; recipients: Recipients; idempotencyKey: string },
): Promise<OutboxRow> {
  const userId = account.user_id;
  const now = mail.clock.now();
  const id = OutboxId.parse(randomId(now));
  const user = await userById(mail.database.reader, userId);
  const messageId = `${randomId(now)}@${domainOf(account.account_mail)}`;
  const { raw, envelope } = await composeMessage({
    from: { name: user?.name ?? "", address: account.account_mail },
    ...recipients,
    subject: form.subject,
    text: form.content,
    ...(form.html === undefined ? {} : { html: form.html }),
    ...(await ancestry(mail, userId, form.inReplyTo)),
    messageId,
    date: now,
    attachments: await readUploads(mail, userId, form.attachments ?? []),
  });
  const sendAt = Math.max(now, form.sendAt === undefined ? now : Date.parse(form.sendAt));
  return {
    id,
    user_id: userId,
    account_id: account.id,
    // Without a key every call is a message of its own.
    idempotency_key: idempotencyKey === "" ? id : idempotencyKey,
    message_id_header: messageId,
    envelope_json: JSON.stringify(envelope),
    draft_json: JSON.stringify(draftOf(form, recipients)),
    raw,
    state: "queued",
    sent_copy: "owed",
    send_at: sendAt + form.undoSeconds * 1000,
    attempts: 0,
    error: "",
    created_at: now,
    updated_at: now,
  };
}

/** In-Reply-To and References of an answer (RFC 5322, 3.6.4). Throws message.not_found. */
async function ancestry(
  mail: MailContext,
  userId: UserId,
  messageId: MessageId | undefined,
): Promise<{ inReplyTo?: string; references?: string[] }> {
  if (messageId === undefined) return {};
  const answered = await requireMessage(mail, userId, messageId);
  const parent = answered.message_id_header;
  const known = stringsOf(answered.references_json);
  const earlier =
    known.length === 0 && answered.in_reply_to !== "" ? [answered.in_reply_to] : known;
  // Some programs write ids that no header can repeat; their mail can be answered like any other.
  const references = [...earlier.filter((id) => id !== parent), parent].filter(isRepeatable);
  return { ...(isRepeatable(parent) ? { inReplyTo: parent } : {}), references };
}

function isRepeatable(id: string): boolean {
  return /^[^<>\s\p{Cc}]+$/u.test(id) && id.length <= idMaxLength;
}

/** A line of a header holds 998 octets (RFC 5322, 2.1.1). */
const idMaxLength = 900;

function draftOf(form: NewMail, recipients: Recipients): z.output<typeof Draft> {
  const written = (addresses: Address[]) => addresses.map(writtenAddress).join(", ");
  return {
    to: written(recipients.to),
    cc: written(recipients.cc),
    bcc: written(recipients.bcc),
    subject: form.subject,
    content: form.content,
    inReplyTo: form.inReplyTo ?? null,
  };
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf("@") + 1);
}
