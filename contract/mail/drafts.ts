import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { line } from "../fields.ts";
import {
  AccountId,
  AttachmentId,
  ContactGroupId,
  DraftId,
  IdentityId,
  MessageId,
  ThreadId,
  UploadId,
} from "../ids.ts";
import { limits } from "../limits.ts";

const text = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^[^\0]*$/);

/** An attachment of a message that is being written. Inline images carry the Content-ID that the HTML refers to as `cid:`. */
export const DraftFile = z.object({
  id: UploadId,
  filename: line(limits.headerFieldBytes),
  type: line(limits.headerFieldBytes),
  size: z.number(),
  cid: line(limits.headerFieldBytes).nullable(),
});
export type DraftFile = z.infer<typeof DraftFile>;

/** The time of the reminder in case of no answer: a number of days after the message is sent, or a point in time. */
export const RemindAfter = z.union([
  z.number().int().min(1).max(limits.remindDaysMax),
  z.iso.datetime(),
]);
export type RemindAfter = z.infer<typeof RemindAfter>;

/** The user's text so far. Incomplete addresses are accepted. */
export const DraftContent = z.object({
  accountId: AccountId,
  identityId: IdentityId.nullable().default(null),
  to: line(100_000).default(""),
  cc: line(100_000).default(""),
  bcc: line(100_000).default(""),
  subject: line(2000).default(""),
  content: text(limits.textBytes).default(""),
  /** Set if the user chose rich text. */
  html: text(limits.htmlBytes).nullable().default(null),
  inReplyTo: MessageId.nullable().default(null),
  forwardOf: MessageId.nullable().default(null),
  attachments: z.array(DraftFile).max(100).default([]),
  /** Attachments of the forwarded message to include. */
  forwardedAttachments: z.array(AttachmentId).max(500).default([]),
  requestReceipt: z.boolean().default(false),
  remindAfter: RemindAfter.nullable().default(null),
});
export type DraftContent = z.infer<typeof DraftContent>;

export const Draft = DraftContent.extend({
  id: DraftId,
  /** Increases with every save. A save that does not name the latest revision is refused. */
  revision: z.number(),
  updatedAt: z.string(),
  /** The message in the account's Drafts folder, once it is stored there. */
  emailId: MessageId.nullable(),
  /** The conversation that it belongs to; not in an opened draft. */
  threadId: ThreadId.exactOptional(),
});
export type Draft = z.infer<typeof Draft>;

export const listDrafts = endpoint({
  method: "GET",
  path: "/email/drafts",
  access: "user",
  scope: "read",
  input: z.object({}),
  output: z.object({
    drafts: z.array(Draft),
    /** Drafts of other mail clients that were never opened here: the newest ones, at most `limits.unopenedDrafts`. */
    unopened: z.array(z.object({ accountId: AccountId, threadId: ThreadId })),
  }),
  errors: [],
});

/**
 * Saves a draft durably, under an id that the page chose (UUID). `revision` is the last one the page knows, 0 for a new draft. If
 * another device saved in between, nothing is overwritten: the response is `draft.conflict`, and the page keeps its text as a
 * separate draft.
 */
export const saveDraft = endpoint({
  method: "PUT",
  path: "/email/drafts/{id}",
  access: "user",
  scope: "draft",
  input: DraftContent.extend({ id: DraftId, revision: z.number().int().min(0) }),
  output: z.object({ draft: Draft }),
  errors: ["account.not_found", "draft.conflict", "draft.gone"],
});

/** Deletes the draft, here and in the Drafts folder. */
export const removeDraft = endpoint({
  method: "DELETE",
  path: "/email/drafts/{id}",
  access: "user",
  scope: "draft",
  input: z.object({ id: DraftId }),
  output: z.object({ ok: z.literal(true) }),
  errors: [],
});

/** Opens a message of the Drafts folder as a draft to continue, including one that another mail client wrote. */
export const openDraft = endpoint({
  method: "POST",
  path: "/email/drafts/open",
  access: "user",
  scope: "draft",
  input: z.object({ emailId: MessageId }),
  output: z.object({ draft: Draft }),
  errors: ["message.not_found", "message.source_unavailable"],
});

/** A sender that a message may be from. The account's address is always one of them. */
export const Identity = z.object({
  id: IdentityId,
  accountId: AccountId,
  name: z.string(),
  address: z.string(),
  /** Plain text, which the page inserts into the message. The HTML form is derived from it if the message has HTML. */
  signature: z.string(),
  isDefault: z.boolean(),
});
export type Identity = z.infer<typeof Identity>;

export const listIdentities = endpoint({
  method: "GET",
  path: "/identities",
  access: "user",
  scope: "read",
  input: z.object({}),
  output: z.object({ identities: z.array(Identity) }),
  errors: [],
});

/** Saves an identity under an id that the page chose. */
export const saveIdentity = endpoint({
  method: "PUT",
  path: "/identities/{id}",
  access: "user",
  scope: "settings",
  input: z.object({
    id: IdentityId,
    accountId: AccountId,
    name: line(limits.nameMaxLength).trim(),
    address: line(limits.emailMaxLength).trim(),
    signature: text(10_000).default(""),
    isDefault: z.boolean().default(false),
  }),
  output: z.object({ identity: Identity }),
  errors: ["account.not_found", "send.bad_address"],
});

export const removeIdentity = endpoint({
  method: "DELETE",
  path: "/identities/{id}",
  access: "user",
  scope: "settings",
  input: z.object({ id: IdentityId }),
  output: z.object({ ok: z.literal(true) }),
  errors: ["identity.last"],
});

/** Returns correspondents of the user that match, the likeliest first. */
export const completeRecipient = endpoint({
  method: "GET",
  path: "/recipients",
  access: "user",
  scope: "read",
  input: z.object({ query: line(200), accountId: AccountId.optional() }),
  output: z.object({
    recipients: z.array(
      z.object({
        name: z.string(),
        address: z.string(),
        /** Number of messages the user sent to this address. */
        sent: z.number(),
        /** The account that usually writes to this address. The page warns before another account is used. */
        usualAccountId: AccountId.nullable(),
      }),
    ),
    /** Groups of the address book whose name begins with the text, with the recipients that each would add. */
    groups: z.array(
      z.object({
        id: ContactGroupId,
        name: z.string(),
        members: z.array(z.object({ name: z.string(), address: z.string() })),
      }),
    ),
  }),
  errors: [],
});

/** Starts a resumable upload. Its bytes follow in pieces. */
export const startUpload = endpoint({
  method: "POST",
  path: "/email/uploads/start",
  access: "user",
  scope: "draft",
  input: z.object({
    filename: line(1000),
    type: line(200).default("application/octet-stream"),
    size: z.number().int().min(0).max(limits.uploadBytes),
  }),
  output: z.object({ id: UploadId, offset: z.number() }),
  errors: ["upload.too_large", "upload.limit"],
});

/** Returns the number of bytes that have arrived, to resume from there. */
export const uploadOffset = endpoint({
  method: "GET",
  path: "/email/uploads/{id}",
  access: "user",
  scope: "draft",
  input: z.object({ id: UploadId }),
  output: z.object({ id: UploadId, offset: z.number(), size: z.number() }),
  errors: ["upload.not_found"],
});

/** Returns an uploaded picture, to show it while the message is written. Any other file is reported as not found. */
export const uploadedPicture = endpoint({
  method: "GET",
  path: "/email/uploads/{id}/content",
  access: "user",
  scope: "draft",
  carrier: "file",
  input: z.object({ id: UploadId }),
  output: z.unknown(),
  errors: ["upload.not_found"],
});

/** Appends the next piece, sent as a body of type application/octet-stream; `offset` is the position of its first byte. */
export const continueUpload = endpoint({
  method: "PATCH",
  path: "/email/uploads/{id}",
  access: "user",
  scope: "draft",
  carrier: "bytes",
  input: z.object({ id: UploadId, offset: z.coerce.number().int().min(0) }),
  output: z.object({ id: UploadId, offset: z.number(), isComplete: z.boolean() }),
  errors: ["upload.not_found", "upload.wrong_offset", "upload.too_large"],
});

export const removeUpload = endpoint({
  method: "DELETE",
  path: "/email/uploads/{id}",
  access: "user",
  scope: "draft",
  input: z.object({ id: UploadId }),
  output: z.object({ ok: z.literal(true) }),
  errors: [],
});
