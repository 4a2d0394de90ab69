import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { line } from "../fields.ts";
import { DraftContent, RemindAfter } from "./drafts.ts";
import {
  AccountId,
  AttachmentId,
  DraftId,
  IdentityId,
  MessageId,
  OutboxId,
  UploadId,
} from "../ids.ts";
import { limits } from "../limits.ts";

/**
 * `approval`: an API client wrote it, and it waits for the user's approval. `accepted`: the mail server accepted it. `unknown`:
 * the server may have accepted it; Inlet looks for it in Sent and never resends it automatically. `confirm`: it was in a backup
 * that was restored, and may have been sent since; it is sent only on the user's confirmation.
 */
export const OutboxState = z.enum([
  "approval",
  "queued",
  "sending",
  "accepted",
  "failed",
  "unknown",
  "confirm",
  "cancelled",
]);
export type OutboxState = z.infer<typeof OutboxState>;

const addresses = line(100_000);
const recipients = z.union([addresses, z.array(addresses).max(limits.addressesPerField)]);
/** Text of several lines. */
const text = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^[^\0]*$/);

/**
 * Responds once the message is stored safely. A message that an API client sends waits for approval if the token requires it.
 * With an `Idempotency-Key` header a repeated call returns the id of the first. A different `sendAt` then reschedules the message
 * while it is queued.
 */
export const sendEmail = endpoint({
  method: "POST",
  path: "/email/send",
  access: "user",
  scope: "send",
  input: z.object({
    accountId: AccountId,
    /** Addresses, comma-separated or as a list; display names are allowed. */
    to: recipients,
    cc: recipients.optional(),
    bcc: recipients.optional(),
    subject: line(2000),
    content: text(limits.textBytes),
    html: text(limits.htmlBytes).optional(),
    /** Allows a blank subject, and blank content without a picture or a forwarded message. */
    allowEmpty: z.boolean().optional(),
    /** The sending identity. If absent: the recipient of the answered message, else the account's default identity. */
    identityId: IdentityId.optional(),
    /** The message that this one answers. It is quoted below the content, also as HTML if `html` is given. */
    inReplyTo: MessageId.optional(),
    /** The message to forward. It is quoted below the content; the threading headers are those of a reply. */
    forwardOf: MessageId.optional(),
    /** Attachments of the forwarded message to include. */
    forwardedAttachments: z.array(AttachmentId).max(500).optional(),
    attachments: z.array(UploadId).max(100).optional(),
    /** Uploads that the HTML shows: their Content-IDs by upload id. */
    inline: z.record(UploadId, line(200)).optional(),
    /** The draft of this message; it is deleted once the message is stored. */
    draftId: DraftId.optional(),
    /** Requests a read receipt from the recipients (RFC 8098). */
    requestReceipt: z.boolean().default(false),
    /** If unanswered, it is due for a follow-up then, regardless of its content. */
    remindAfter: RemindAfter.optional(),
    sendAt: z.iso.datetime().optional(),
    undoSeconds: z.number().int().min(0).max(limits.undoSecondsMax).default(0),
  }),
  output: z.object({ id: OutboxId, state: OutboxState }),
  errors: [
    "account.not_found",
    "message.not_found",
    "send.no_recipient",
    "send.bad_address",
    "send.fields_required",
    "send.not_set_up",
    "send.other_content",
    "send.limit_hour",
    "send.limit_day",
    "send.limit_recipients",
    "draft.gone",
    "upload.not_found",
    "upload.too_large",
    "attachment.not_found",
    "message.source_unavailable",
    "token.plain_text",
    "approval.too_many",
    "approval.asked_already",
    "approval.too_long",
  ],
});

/** An outgoing message and its state. */
export const Outgoing = z.object({
  id: OutboxId,
  state: OutboxState,
  error: z.string().nullable(),
  /** Addresses that a delivery report (RFC 3464) named as not reached, each with the reason. */
  bounces: z.array(z.object({ address: z.string(), reason: z.string() })),
  /** The time at which a queued message is to be sent; for a message from a backup, the time that was planned. */
  sendAt: z.string().nullable(),
  /** Its copy in Sent, once it has been synced. */
  emailId: MessageId.nullable(),
  updatedAt: z.string(),
  /** The data for opening the dialog again. */
  draft: DraftContent,
});
export type Outgoing = z.infer<typeof Outgoing>;

export const outboxState = endpoint({
  method: "GET",
  path: "/email/outbox/{id}",
  access: "user",
  scope: "read",
  input: z.object({ id: OutboxId }),
  output: Outgoing,
  errors: ["outbox.not_found"],
});

/**
 * Lists outgoing messages that are pending or need the user: scheduled, sending, failed, unknown, bounced, accepted without a
 * copy in Sent, or restored from a backup; newest first.
 */
export const listOutbox = endpoint({
  method: "GET",
  path: "/email/outbox",
  access: "user",
  scope: "read",
  input: z.object({}),
  output: z.object({ outgoing: z.array(Outgoing) }),
  errors: [],
});

/** Reschedules a message that is still queued; without a time it is sent now. */
export const rescheduleSend = endpoint({
  method: "PATCH",
  path: "/email/outbox/{id}",
  access: "user",
  scope: "send",
  input: z.object({ id: OutboxId, sendAt: z.iso.datetime().optional() }),
  output: z.object({ id: OutboxId, state: OutboxState }),
  errors: ["outbox.not_found", "send.too_late"],
});

/**
 * Resends a failed message, or after the user's confirmation an unknown one or one from a backup, which is sent at its own time.
 * `dismiss` only removes it from the list.
 */
export const resolveSend = endpoint({
  method: "POST",
  path: "/email/outbox/{id}/resolve",
  access: "user",
  scope: "send",
  input: z.object({ id: OutboxId, decision: z.enum(["send_again", "dismiss"]) }),
  output: z.object({ id: OutboxId, state: OutboxState }),
  errors: ["outbox.not_found", "send.too_late"],
});

/** Sends or refuses the read receipt that a message requests (RFC 8098), once. */
export const answerReceipt = endpoint({
  method: "POST",
  path: "/email/{emailId}/receipt",
  access: "user",
  scope: "send",
  input: z.object({ emailId: MessageId, send: z.boolean() }),
  output: z.object({ ok: z.literal(true) }),
  errors: ["message.not_found", "receipt.not_asked", "send.not_set_up"],
});

/** Cancels a message while it is queued, or waits for approval or for the user's confirmation. */
export const undoSend = endpoint({
  method: "DELETE",
  path: "/email/outbox/{id}",
  access: "user",
  scope: "send",
  input: z.object({ id: OutboxId }),
  output: z.object({ id: OutboxId, state: OutboxState }),
  errors: ["outbox.not_found", "send.too_late"],
});

/** A message of an API client that is sent only with the user's approval. */
export const Approval = z.object({
  id: OutboxId,
  /** The user's name for the API client's token. */
  program: z.string(),
  askedAt: z.iso.datetime(),
  /** The time at which the approval expires. */
  expiresAt: z.iso.datetime(),
  /** The time for which the API client scheduled it; null to send it at once. */
  sendAt: z.iso.datetime().nullable(),
  from: z.string(),
  /** The whole text of the message, including quoted text. */
  text: z.string(),
  /** All files of the message. */
  files: z.array(z.object({ filename: z.string(), size: z.number() })),
  draft: DraftContent,
});
export type Approval = z.infer<typeof Approval>;

/** Lists the messages that API clients want to send, the oldest first. */
export const listApprovals = endpoint({
  method: "GET",
  path: "/email/approvals",
  access: "user",
  scope: null,
  input: z.object({}),
  output: z.object({ approvals: z.array(Approval) }),
  errors: [],
});

/** Approves a message, once: it is sent exactly as it was shown. `DELETE /email/outbox/{id}` rejects it. */
export const approveSend = endpoint({
  method: "POST",
  path: "/email/approvals/{id}",
  access: "user",
  scope: null,
  input: z.object({ id: OutboxId }),
  output: z.object({ id: OutboxId, state: OutboxState }),
  errors: ["outbox.not_found", "approval.over"],
});

/**
 * Uploads a file for a message that is not sent yet: multipart/form-data with the field `file`. The file is stored for a day.
 */
export const uploadFile = endpoint({
  method: "POST",
  path: "/email/uploads",
  access: "user",
  scope: "draft",
  carrier: "upload",
  input: z.object({}),
  output: z.object({ id: UploadId, filename: z.string(), size: z.number() }),
  errors: ["upload.too_large", "upload.limit"],
});
