import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { line } from "./fields.ts";
import { AccountId, MessageId, OutboxId, UploadId } from "./ids.ts";
import { limits } from "./limits.ts";

/**
 * `accepted`: the mail server took it. `unknown`: it may have; Inlet looks for it in Sent and never sends again by itself.
 */
export const OutboxState = z.enum([
  "queued",
  "sending",
  "accepted",
  "failed",
  "unknown",
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

/** Answers when the message is safely stored; an `Idempotency-Key` header makes a repeated call answer the first one's id. */
export const sendEmail = endpoint({
  method: "POST",
  path: "/email/send",
  access: "user",
  input: z.object({
    accountId: AccountId,
    /** Addresses, comma-separated or as a list; display names are allowed. */
    to: recipients,
    cc: recipients.optional(),
    bcc: recipients.optional(),
    subject: line(2000),
    content: text(limits.textBytes),
    html: text(limits.htmlBytes).optional(),
    inReplyTo: MessageId.optional(),
    attachments: z.array(UploadId).max(100).optional(),
    sendAt: z.iso.datetime().optional(),
    undoSeconds: z.number().int().min(0).max(limits.undoSecondsMax).default(0),
  }),
  output: z.object({ id: OutboxId, state: OutboxState }),
  errors: [
    "account.not_found",
    "message.not_found",
    "send.no_recipient",
    "send.bad_address",
    "send.not_set_up",
    "upload.not_found",
  ],
});

export const outboxState = endpoint({
  method: "GET",
  path: "/email/outbox/{id}",
  access: "user",
  input: z.object({ id: OutboxId }),
  output: z.object({
    id: OutboxId,
    state: OutboxState,
    error: z.string().nullable(),
    /** What the dialog needs to be opened again when sending failed. */
    draft: z.object({
      accountId: AccountId,
      to: z.string(),
      cc: z.string(),
      bcc: z.string(),
      subject: z.string(),
      content: z.string(),
      inReplyTo: MessageId.nullable(),
    }),
  }),
  errors: ["outbox.not_found"],
});

/** Takes a message back while it is queued. */
export const undoSend = endpoint({
  method: "DELETE",
  path: "/email/outbox/{id}",
  access: "user",
  input: z.object({ id: OutboxId }),
  output: z.object({ id: OutboxId, state: OutboxState }),
  errors: ["outbox.not_found", "send.too_late"],
});

/** One file for a message yet to be sent: multipart/form-data with the field `file`. Kept for a day. */
export const uploadFile = endpoint({
  method: "POST",
  path: "/email/uploads",
  access: "user",
  carrier: "upload",
  input: z.object({}),
  output: z.object({ id: UploadId, filename: z.string(), size: z.number() }),
  errors: ["upload.too_large"],
});
