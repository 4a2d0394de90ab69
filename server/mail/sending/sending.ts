import { createHash } from "node:crypto";
import { DraftContent } from "@inlet/contract/mail/drafts.ts";
import {
  type ApiTokenId,
  type DraftId,
  OutboxId,
  UploadId,
  type UserId,
} from "@inlet/contract/ids.ts";
import { limits } from "@inlet/contract/limits.ts";
import { apiClientLimits } from "@inlet/contract/auth/api-client-limits.ts";
import type { OutboxState, sendEmail } from "@inlet/contract/mail/send.ts";
import type { z } from "zod";
import { Failure } from "#/base/failure.ts";
import { randomId } from "#/base/random-id.ts";
import type { NewOutgoing } from "#/store/outbox/commands.ts";
import { getDraft } from "#/store/drafts/queries.ts";
import { outboxByKey } from "#/store/outbox/queries.ts";
import type { ApprovalRow } from "#/store/auth/schema.ts";
import type { OutboxRow } from "#/store/outbox/schema.ts";
import type { AccountRow } from "#/store/engine/schema.ts";
import { getUploads } from "#/store/blobs/upload-queries.ts";
import { htmlToText } from "#/wire/mime/html/html-text.ts";
import { requireAccount } from "#/mail/accounts/accounts.ts";
import { composeMail, Threading } from "./compose-message.ts";
import type { MailContext } from "#/mail/context.ts";
import { newMessageId } from "#/mail/drafts/drafts.ts";
import { senderOf } from "./identities.ts";
import { moveInTime } from "./outbox.ts";
import { writtenAddress } from "#/mail/reading/present-row.ts";
import { readRecipients, type Recipients } from "./recipients.ts";
import { withinQuota } from "#/store/users/require-quota.ts";
import type { Address } from "#/wire/mime/addresses.ts";

type NewMail = z.output<typeof sendEmail.input>;

/**
 * Composes the message with a Message-ID that never changes, and stores it. The engine sends it at its time. A repeated non-empty
 * key of the same user returns the first call's row. Messages of API clients wait for the user's approval. Throws the codes of
 * sendEmail.
 */
export async function queueMail(
  mail: MailContext,
  userId: UserId,
  form: NewMail,
  options: { idempotencyKey: string; asker?: Asker | undefined },
): Promise<z.output<typeof sendEmail.output>> {
  const { asker } = options;
  const requestHash = options.idempotencyKey === "" ? "" : hashOf(form);
  // Something that the first call used up, such as a draft, must not fail the second.
  const known = await outboxByKey(mail.database.reader, userId, options.idempotencyKey);
  if (known !== undefined) {
    if (known.request_hash !== requestHash) throw new Failure("send.other_content");
    if (asker || known.state === "approval") return { id: known.id, state: known.state };
    // A page that missed the first response may have kept the draft, or begun it again. For a canceled message the draft is the
    // only copy left.
    const isUndone = known.state === "cancelled";
    if (form.draftId !== undefined && !isUndone)
      await mail.execute("draft.remove", { userId, id: form.draftId });
    return { id: known.id, state: await atTimeOf(mail, known, form) };
  }
  const account = await requireAccount(mail, userId, form.accountId);
  if (account.smtp_host === "") throw new Failure("send.not_set_up");
  const recipients = readRecipients(form);
  if (!form.allowEmpty && isEmpty(form)) throw new Failure("send.fields_required");
  // The user approves the shown text, so it must be the whole content: HTML could differ from it.
  if (asker && form.html !== undefined) throw new Failure("token.plain_text");
  const { message, approval } = await newOutboxRow(mail, account, {
    form,
    recipients,
    requestHash,
    ...options,
  });
  const count = recipients.to.length + recipients.cc.length + recipients.bcc.length;
  const uploadIds = filesOf(form).map((file) => file.id);
  const { draftId } = form;
  const queued = await withinQuota(mail, userId, { recipients: count, sends: 1 }, () =>
    mail.execute("mail.queue", { message, uploadIds, draftId, approval }),
  );
  return { id: queued.id, state: queued.state };
}

/** Returns true for a message that the composer would not send either. */
function isEmpty({ subject, content, html = "", forwardOf }: NewMail): boolean {
  if (subject.trim() === "") return true;
  if (content.trim() !== "" || html.includes("<img ") || forwardOf !== undefined) return false;
  return htmlToText(html).trim() === "";
}

/** An API client whose messages wait for approval, identified by its token. */
export interface Asker {
  id: ApiTokenId;
  name: string;
}

/** Applies the send time of a repeated request: the last one counts, as long as the message waits. */
async function atTimeOf(mail: MailContext, known: OutboxRow, form: NewMail): Promise<OutboxState> {
  const now = mail.clock.now();
  const { leavesAt } = timesOf(form, now);
  const isMoved =
    form.sendAt === undefined
      ? known.send_at > now + limits.undoSecondsMax * 1000
      : known.send_at !== leavesAt;
  return known.state === "queued" && isMoved ? moveInTime(mail, known, leavesAt) : known.state;
}

function timesOf({ sendAt, undoSeconds }: NewMail, now: number) {
  const dated = Math.max(now, sendAt === undefined ? now : Date.parse(sendAt));
  return { dated, leavesAt: dated + undoSeconds * 1000 };
}

async function newOutboxRow(
  mail: MailContext,
  account: AccountRow,
  {
    form,
    recipients,
    idempotencyKey,
    requestHash,
    asker,
  }: {
    form: NewMail;
    recipients: Recipients;
    idempotencyKey: string;
    requestHash: string;
    asker?: Asker | undefined;
  },
): Promise<{ message: NewOutgoing; approval: ApprovalRow | undefined }> {
  const userId = account.user_id;
  const now = mail.clock.now();
  const id = OutboxId.parse(randomId(now));
  const from = await senderOf(mail, userId, {
    accountId: account.id,
    identityId: form.identityId,
    answeredId: form.inReplyTo,
  });
  const messageId = newMessageId(mail, from.address);
  const { dated, leavesAt } = timesOf(form, now);
  // A scheduled message is dated when it leaves: with the day of writing it would be far down in the recipient's list.
  const writing = { from, ...recipients, ...writingOf(form), messageId, date: dated };
  const threading = await threadingOfDraft(mail, userId, form.draftId);
  const { raw, envelope, text, files } = await composeMail(
    mail,
    userId,
    { ...writing, threading },
    { isDraft: false, isPlain: asker !== undefined },
  );
  if (asker && Buffer.byteLength(text) > apiClientLimits.approvalBytes) {
    throw new Failure("approval.too_long");
  }
  const approval = asker && {
    id,
    user_id: userId,
    account_id: account.id,
    token_id: asker.id,
    program: asker.name,
    sender: writtenAddress(from),
    draft_id: form.draftId ?? ("" as const),
    draft_revision: await revisionOf(mail, userId, form),
    text,
    files_json: JSON.stringify(
      files.map(({ filename, content }) => ({ filename, size: content.byteLength })),
    ),
    expires_at: now + apiClientLimits.approvalRetentionMs,
    created_at: now,
  };
  const message: NewOutgoing = {
    id,
    user_id: userId,
    account_id: account.id,
    // Without a key every call is a separate message.
    idempotency_key: idempotencyKey === "" ? id : idempotencyKey,
    request_hash: requestHash,
    message_id_header: messageId,
    envelope_json: JSON.stringify(envelope),
    draft_json: JSON.stringify(await draftOf(mail, userId, { form, recipients })),
    raw,
    send_at: leavesAt,
    ...reminderOf(form),
    state: asker ? "approval" : "queued",
  };
  return { message, approval };
}

function writingOf(form: NewMail) {
  if (form.forwardedAttachments?.length && form.forwardOf === undefined) {
    throw new Failure("input.invalid");
  }
  return {
    subject: form.subject,
    content: form.content,
    html: form.html ?? null,
    inReplyTo: form.inReplyTo ?? null,
    forwardOf: form.forwardOf ?? null,
    forwardedAttachments: form.forwardedAttachments ?? [],
    attachments: filesOf(form),
    requestReceipt: form.requestReceipt,
  };
}

/** Lists each upload once, including those that are only inline images. */
function filesOf({
  attachments = [],
  inline = {},
}: NewMail): { id: UploadId; cid: string | null }[] {
  const cids = new Map(Object.entries(inline));
  const ids = new Set([...attachments, ...[...cids.keys()].map((id) => UploadId.parse(id))]);
  return [...ids].map((id) => ({ id, cid: cids.get(id) ?? null }));
}

/** Returns the dialog's content, which is saved so the message can be opened again. */
async function draftOf(
  mail: MailContext,
  userId: UserId,
  { form, recipients }: { form: NewMail; recipients: Recipients },
): Promise<DraftContent> {
  const files = filesOf(form);
  const rows = await getUploads(
    mail.database.reader,
    userId,
    files.map(({ id }) => id),
  );
  const written = (addresses: Address[]) => addresses.map(writtenAddress).join(", ");
  return {
    accountId: form.accountId,
    identityId: form.identityId ?? null,
    to: written(recipients.to),
    cc: written(recipients.cc),
    bcc: written(recipients.bcc),
    subject: form.subject,
    content: form.content,
    html: form.html ?? null,
    inReplyTo: form.inReplyTo ?? null,
    forwardOf: form.forwardOf ?? null,
    attachments: rows.map(({ id, filename, type, size_bytes: size }) => ({
      id,
      filename,
      type,
      size,
      cid: files.find((file) => file.id === id)?.cid ?? null,
    })),
    forwardedAttachments: form.forwardedAttachments ?? [],
    requestReceipt: form.requestReceipt,
    remindAfter: form.remindAfter ?? null,
  };
}

function reminderOf({ remindAfter }: NewMail) {
  if (typeof remindAfter === "number") return { remind_days: remindAfter };
  return remindAfter === undefined ? {} : { remind_at: Date.parse(remindAfter) };
}

/** Returns the revision of the draft with the same content as the message; 0 if there was no such draft. */
async function revisionOf(mail: MailContext, userId: UserId, form: NewMail): Promise<number> {
  const draft = form.draftId && (await getDraft(mail.database.reader, userId, form.draftId));
  if (draft?.state !== "open") return 0;
  const { subject, content, html, attachments, forwardedAttachments } = DraftContent.parse(
    JSON.parse(draft.content_json),
  );
  const isSame =
    html === null &&
    subject === form.subject &&
    content === form.content &&
    attachments.every(({ id }) => filesOf(form).some((file) => file.id === id)) &&
    forwardedAttachments.every((id) => form.forwardedAttachments?.includes(id));
  return isSame ? draft.revision : 0;
}

/** A draft begun in another client has its own threading headers, even if Inlet does not have the answered message. */
async function threadingOfDraft(
  mail: MailContext,
  userId: UserId,
  id: DraftId | undefined,
): Promise<Threading | null> {
  const draft = id && (await getDraft(mail.database.reader, userId, id));
  return draft?.threading_json ? Threading.parse(JSON.parse(draft.threading_json)) : null;
}

/**
 * Hashes the content, without the send time, the undo time and the draft: all three can change between two tries. The schema
 * gives every form the same order of fields.
 */
function hashOf({ draftId: _draft, undoSeconds: _undo, sendAt: _at, ...form }: NewMail): string {
  return createHash("sha256").update(JSON.stringify(form)).digest("hex");
}

/** Returns when the message with this key was queued; null if there was no such message. */
export async function queuedAt(
  mail: MailContext,
  userId: UserId,
  idempotencyKey: string,
): Promise<number | null> {
  return (await outboxByKey(mail.database.reader, userId, idempotencyKey))?.created_at ?? null;
}
