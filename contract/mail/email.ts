import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { flag, line, timeZone, wholeNumber } from "../fields.ts";
import { AccountId, AttachmentId, FolderId, MessageId, ThreadId } from "../ids.ts";
import { limits } from "../limits.ts";
import { categories, followUpKinds, priorities, turns } from "./kinds.ts";

export const Category = z.enum(categories);
export type Category = z.infer<typeof Category>;
export const Priority = z.enum(priorities);
export type Priority = z.infer<typeof Priority>;

export const Turn = z.enum(turns);
export type Turn = z.infer<typeof Turn>;

/** The purpose of a folder (RFC 6154); `other` is a folder that the user created. */
export const FolderRole = z.enum(["inbox", "sent", "drafts", "archive", "spam", "trash", "other"]);
export type FolderRole = z.infer<typeof FolderRole>;

/** The inbox is spelled `recieved` in the API; the screen shows "Inbox". */
export const FolderName = z.enum([
  "recieved",
  "inbox",
  "starred",
  "sent",
  "drafts",
  "archive",
  "spam",
  "trash",
  "snoozed",
]);

/** A message as shown in lists: `body` is absent, and `bodyPlain` is its first 200 visible characters. */
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
  /** The server's INTERNALDATE, in ISO 8601 UTC. */
  emailDate: z.string(),
  /** IMAP flags; `\Seen` means read, `\Flagged` starred. */
  flags: z.array(z.string()),
  category: Category.nullable(),
  priority: Priority.nullable(),
  /** Its content, in one line; null until it was summarized. */
  summary: z.string().nullable(),
  /** Labels: IMAP keywords, and on Gmail its labels. */
  tags: z.array(z.string()),
  hasAttachments: z.boolean(),
  /** Set while the message is snoozed, in ISO 8601. */
  snoozedUntil: z.string().nullable(),
  /** Time of its return from a snooze or for a follow-up. Lists sort the message as if it had arrived then. */
  returnedAt: z.string().nullable(),
  isMuted: z.boolean(),
  /** True if a prepared answer is ready for the user; only present in lists. */
  isAnswerReady: z.literal(true).exactOptional(),
  /** The folders that contain it; only in search results. */
  folderIds: z.array(FolderId).exactOptional(),
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
  /** A signed URL, valid for 5 minutes, that works without a bearer token. */
  url: z.string(),
});
export type Attachment = z.infer<typeof Attachment>;

/** Features of a message that could deceive about its sender. */
export const SenderWarning = z.enum([
  /** From names several senders, or joins two addresses. */
  "two_senders",
  /** The sender's name shows an address of another domain. */
  "name_shows_address",
  /** Characters of one script imitate those of another. */
  "lookalike",
  /** The name contains characters that reverse the writing direction. */
  "turned_around",
  /** The receiving server found that the sender's domain did not send it (DMARC). */
  "not_authentic",
]);
export type SenderWarning = z.infer<typeof SenderWarning>;

/** A message as shown in the reader. `body` is the HTML as received: only the mail frame may render it. */
export const Email = EmailRow.extend({
  body: z.string(),
  cc: z.array(z.string()),
  bcc: z.array(z.string()),
  /** Recipients of a reply: Reply-To, else From; the recipients when the user sent the message. */
  replyTo: z.array(z.string()),
  messageId: z.string(),
  /** The Date field, in ISO 8601 UTC; absent if it is invalid or was not read when the message was stored. */
  sentAt: z.string().exactOptional(),
  folder: FolderRole,
  /** Sent from one of the user's own addresses. */
  isOwn: z.boolean(),
  /** Number of remote images that the user may want to see. */
  remoteImages: z.number(),
  /** Remote images that serve only to notify the sender that the message was read: they are never loaded. */
  trackers: z.number(),
  /** True if the user always loads images of this sender, and nothing suggests that the sender is forged. */
  imagesTrusted: z.boolean(),
  attachments: z.array(Attachment),
  /** True if the sender requests a read receipt and the user has not decided yet. */
  wantsReceipt: z.boolean(),
  warnings: z.array(SenderWarning),
  /** It concerns an event, which `GET /email/{emailId}/invitation` returns. */
  hasInvitation: z.literal(true).exactOptional(),
  /** The way to unsubscribe from the list that sent the message: by a click, by a message, or on the list's page. */
  unsubscribe: z.enum(["one_click", "mail", "page"]).nullable(),
  /** The part of a damaged, huge or encrypted message that could not be read, in one sentence. */
  notice: z.string().nullable(),
});
export type Email = z.infer<typeof Email>;

export const listEmails = endpoint({
  method: "GET",
  path: "/email/list",
  access: "user",
  scope: "read",
  input: z.object({
    /** If absent: the inbox, or with a label all folders except Spam and Trash. */
    folder: z.union([FolderName, FolderId]).optional(),
    label: line(200).optional(),
    isStarred: flag.optional(),
    isUnread: flag.optional(),
    hasAttachments: flag.optional(),
    category: Category.optional(),
    priority: Priority.optional(),
    /** High priority only; false: everything else. */
    isImportant: flag.optional(),
    /** Mail from one sender: an address, or a domain as in `@example.org`. */
    from: line(254).optional(),
    /** The turn of the conversation; in the inbox, `waiting` shows sent messages without an answer. */
    turn: Turn.optional(),
    /** Conversations without an answer, as the daily brief counts them; in the inbox, `they-owe` shows sent messages. */
    followUp: z.enum(followUpKinds).optional(),
    /** Conversations are sorted by their newest message, in either order. */
    sort: z.enum(["newest", "oldest"]).default("newest"),
    limit: wholeNumber(1, limits.pageSizeMax).default(limits.pageSize),
    /** If absent: all accounts. */
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
  scope: "read",
  input: z.object({ emailId: MessageId, accountId: AccountId.optional() }),
  output: z.object({ email: Email }),
  errors: ["message.not_found"],
});

/** Returns signed URLs for the remote images of a message. The request means that the user agrees to load them. */
export const remoteImages = endpoint({
  method: "GET",
  path: "/email/{emailId}/images",
  access: "user",
  scope: "read",
  input: z.object({ emailId: MessageId }),
  output: z.object({ images: z.array(z.object({ source: z.string(), url: z.string() })) }),
  errors: ["message.not_found"],
});

/** Returns one remote image. The server fetches it without revealing anything about the user. */
export const proxiedImage = endpoint({
  method: "GET",
  path: "/image/{token}",
  access: "signed",
  scope: "read",
  carrier: "file",
  input: z.object({ token: line(8192) }),
  output: z.unknown(),
  errors: ["image.refused"],
});

export const downloadAttachment = endpoint({
  method: "GET",
  path: "/email/{emailId}/attachments/{attachmentId}",
  access: "signed",
  scope: "read",
  carrier: "file",
  input: z.object({
    emailId: MessageId,
    attachmentId: AttachmentId,
    signature: line(500).optional(),
    /** Shown in a new tab, in the browser's viewer; anything but a PDF is a download regardless. */
    view: z.literal("pdf").optional(),
  }),
  output: z.unknown(),
  errors: ["message.not_found", "attachment.not_found", "message.source_unavailable"],
});

/** Returns the message as received (RFC 5322), fetched from the mail server. */
export const emailSource = endpoint({
  method: "GET",
  path: "/email/{emailId}/source",
  access: "user",
  scope: "read",
  carrier: "file",
  input: z.object({ emailId: MessageId }),
  output: z.unknown(),
  errors: ["message.not_found", "message.source_unavailable"],
});

export const Folder = z.object({
  id: FolderId,
  accountId: AccountId,
  name: z.string(),
  /** The folder's full path, as its server writes it. */
  path: z.string(),
  role: FolderRole,
  unread: z.number(),
  /** Number of messages here, and on the server at the last sync; without messages that are marked as deleted on the server. */
  here: z.number(),
  server: z.number().nullable(),
});
export type Folder = z.infer<typeof Folder>;

export const listFolders = endpoint({
  method: "GET",
  path: "/email/folders",
  access: "user",
  scope: "read",
  input: z.object({ accountId: AccountId.optional() }),
  output: z.object({
    folders: z.array(Folder),
    /** Number of unread messages by role, over all accounts; a message received in two accounts counts once. */
    unread: z.record(FolderRole, z.number()),
  }),
  errors: ["account.not_found"],
});

/** Syncs the inbox and responds once that is done, after at most 5 s. Without an account it syncs all accounts. */
export const syncEmail = endpoint({
  method: "POST",
  path: "/email/sync",
  access: "user",
  scope: "read",
  input: z.object({ accountId: AccountId.optional() }),
  output: z.object({ state: z.enum(["done", "syncing", "failed"]) }),
  errors: ["account.not_found"],
});

export const searchEmails = endpoint({
  method: "POST",
  path: "/email/search",
  access: "user",
  scope: "read",
  input: z.object({
    query: line(limits.searchMaxLength),
    timeZone: timeZone.optional(),
    accountId: AccountId.optional(),
    limit: wholeNumber(1, limits.pageSizeMax).default(limits.searchResults),
    /** `relevance` ranks the newest 500 hits by how well they match the query; older hits follow by date. */
    order: z.enum(["newest", "relevance"]).default("newest"),
    /** The cursor of a page of the same search in the same order. */
    cursor: line(200).optional(),
  }),
  output: z.object({
    results: z.array(EmailRow),
    /**
     * Cursor of the next page; null at the end. If the filter matches few of very many messages, a page may hold fewer than
     * requested, or none; the next page then continues the search.
     */
    nextCursor: z.string().nullable(),
  }),
  errors: [
    "account.not_found",
    "search.too_short",
    "search.unknown_operator",
    "search.unknown_value",
    "search.too_many",
    "list.bad_cursor",
  ],
});
