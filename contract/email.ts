import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { flag, line, wholeNumber } from "./fields.ts";
import { AccountId, AttachmentId, FolderId, MessageId, ThreadId } from "./ids.ts";
import { limits } from "./limits.ts";

export const Category = z.enum([
  "Work",
  "Personal",
  "Finance",
  "Social",
  "Promotions",
  "Updates",
  "Spam",
]);
export type Category = z.infer<typeof Category>;
export const Priority = z.enum(["High", "Medium", "Low"]);
export type Priority = z.infer<typeof Priority>;

/** What a folder is for (RFC 6154); `other` is the person's own. */
export const FolderRole = z.enum(["inbox", "sent", "drafts", "archive", "spam", "trash", "other"]);
export type FolderRole = z.infer<typeof FolderRole>;

/** The inbox is spelled `recieved` on the wire; people see "Inbox". */
export const FolderName = z.enum([
  "recieved",
  "inbox",
  "starred",
  "sent",
  "drafts",
  "archive",
  "spam",
  "trash",
]);

/** One message as lists show it: `body` is absent and `bodyPlain` its first 200 visible characters. */
export const EmailRow = z.object({
  id: MessageId,
  accountId: AccountId,
  threadId: ThreadId,
  fromName: z.array(z.string()),
  fromAddress: z.array(z.string()),
  toName: z.array(z.string()),
  toAddress: z.array(z.string()),
  subject: z.string(),
  bodyPlain: z.string(),
  /** INTERNALDATE, ISO 8601 UTC. */
  emailDate: z.string(),
  /** IMAP flags; `\Seen` means read, `\Flagged` starred. */
  flags: z.array(z.string()),
  category: Category.nullable(),
  priority: Priority.nullable(),
  tags: z.array(z.string()),
  hasAttachments: z.boolean(),
});
export type EmailRow = z.infer<typeof EmailRow>;

export const Attachment = z.object({
  id: AttachmentId,
  filename: z.string(),
  type: z.string(),
  size: z.number(),
  inline: z.boolean(),
  /** Content-ID without angle brackets, for `cid:` images. */
  cid: z.string().nullable(),
  /** Signed for 5 minutes; works without a bearer. */
  url: z.string(),
});
export type Attachment = z.infer<typeof Attachment>;

/** One message as the reader shows it. `body` is the HTML as received: only the mail frame may render it. */
export const Email = EmailRow.extend({
  body: z.string(),
  cc: z.array(z.string()),
  bcc: z.array(z.string()),
  /** Whom a reply goes to: Reply-To, else From; the recipients when the message is one's own. */
  replyTo: z.array(z.string()),
  messageId: z.string(),
  folder: FolderRole,
  /** Sent from one of the user's own addresses. */
  isOwn: z.boolean(),
  remoteImages: z.number(),
  attachments: z.array(Attachment),
  /** What could not be read of a damaged, huge or encrypted message, in one sentence. */
  notice: z.string().nullable(),
});
export type Email = z.infer<typeof Email>;

export const listEmails = endpoint({
  method: "GET",
  path: "/email/list",
  access: "user",
  input: z.object({
    folder: z.union([FolderName, FolderId]).default("recieved"),
    /** An IMAP keyword. */
    label: line(200).optional(),
    isStarred: flag.optional(),
    limit: wholeNumber(1, limits.pageSizeMax).default(limits.pageSize),
    /** Absent: all accounts. */
    accountId: AccountId.optional(),
    cursor: line(200).optional(),
  }),
  output: z.object({
    emails: z.array(EmailRow),
    hasMore: z.boolean(),
    nextCursor: z.string().nullable(),
  }),
  errors: ["account.not_found", "folder.not_found", "list.bad_cursor"],
});

export const previewEmail = endpoint({
  method: "GET",
  path: "/email/preview/{emailId}",
  access: "user",
  input: z.object({ emailId: MessageId, accountId: AccountId.optional() }),
  output: z.object({ email: Email }),
  errors: ["message.not_found"],
});

/** Shown at once, told to the mail server after. */
export const changeEmail = endpoint({
  method: "PATCH",
  path: "/email/{emailId}",
  access: "user",
  input: z.object({
    emailId: MessageId,
    seen: z.boolean().optional(),
    starred: z.boolean().optional(),
  }),
  output: z.object({ email: EmailRow }),
  errors: ["message.not_found"],
});

/** Signed addresses for the remote images of a message: asking for them is the reader's consent. */
export const remoteImages = endpoint({
  method: "GET",
  path: "/email/{emailId}/images",
  access: "user",
  input: z.object({ emailId: MessageId }),
  output: z.object({ images: z.array(z.object({ source: z.string(), url: z.string() })) }),
  errors: ["message.not_found"],
});

/** One remote image, fetched by the server without anything that names the reader. */
export const proxiedImage = endpoint({
  method: "GET",
  path: "/image/{token}",
  access: "signed",
  carrier: "file",
  input: z.object({ token: line(8192) }),
  output: z.unknown(),
  errors: ["image.refused"],
});

export const downloadAttachment = endpoint({
  method: "GET",
  path: "/email/{emailId}/attachments/{attachmentId}",
  access: "signed",
  carrier: "file",
  input: z.object({
    emailId: MessageId,
    attachmentId: AttachmentId,
    signature: line(500).optional(),
  }),
  output: z.unknown(),
  errors: ["message.not_found", "attachment.not_found", "message.source_unavailable"],
});

/** The message as it came (RFC 5322), fetched from the mail server. */
export const emailSource = endpoint({
  method: "GET",
  path: "/email/{emailId}/source",
  access: "user",
  carrier: "file",
  input: z.object({ emailId: MessageId }),
  output: z.unknown(),
  errors: ["message.not_found", "message.source_unavailable"],
});

export const Folder = z.object({
  id: FolderId,
  accountId: AccountId,
  name: z.string(),
  role: FolderRole,
  unread: z.number(),
  /** Messages here, and on the server when it was last asked. */
  here: z.number(),
  server: z.number().nullable(),
});
export type Folder = z.infer<typeof Folder>;

export const listFolders = endpoint({
  method: "GET",
  path: "/email/folders",
  access: "user",
  input: z.object({ accountId: AccountId.optional() }),
  output: z.object({
    folders: z.array(Folder),
    /** Unread over all accounts by role, a mail received in two accounts counted once. */
    unread: z.record(FolderRole, z.number()),
  }),
  errors: ["account.not_found"],
});

/** Answers after the newest pass over the inbox, at most 5 s. Absent account: all of them. */
export const syncEmail = endpoint({
  method: "POST",
  path: "/email/sync",
  access: "user",
  input: z.object({ accountId: AccountId.optional() }),
  output: z.object({ state: z.enum(["done", "syncing", "failed"]) }),
  errors: ["account.not_found"],
});

export const searchEmails = endpoint({
  method: "POST",
  path: "/email/search",
  access: "user",
  input: z.object({
    query: line(limits.searchMaxLength),
    accountId: AccountId.optional(),
    limit: wholeNumber(1, limits.pageSizeMax).default(limits.searchResults),
  }),
  output: z.object({ results: z.array(EmailRow) }),
  errors: ["account.not_found", "search.too_short"],
});
