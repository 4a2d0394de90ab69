import type { Readable } from "node:stream";
import type { z } from "zod";
import type { Account, addAccount, MailSettings } from "@inlet/contract/accounts.ts";
import type {
  Attachment,
  changeEmail,
  Email,
  EmailRow,
  listEmails,
  listFolders,
  searchEmails,
  syncEmail,
} from "@inlet/contract/email.ts";
import type { AccountId, AttachmentId, MessageId, OutboxId, UserId } from "@inlet/contract/ids.ts";
import type { outboxState, sendEmail, undoSend, uploadFile } from "@inlet/contract/send.ts";
import type { Auth } from "#/auth/auth.ts";
import type { Hub } from "#/realtime/hub.ts";

type In<Endpoint extends { input: z.ZodType }> = z.output<Endpoint["input"]>;
type Out<Endpoint extends { output: z.ZodType }> = z.output<Endpoint["output"]>;

/**
 * What the handlers may call. Every function takes the caller's id first, sees only that user's data, and throws
 * `Failure` with a code that its endpoint lists; not yours and not there are the same failure.
 */
export interface Services {
  auth: Auth;
  live: Hub;
  accounts: AccountServices;
  reading: ReadingServices;
  /** Changes flags here at once and queues telling the server. Fails with message.not_found. */
  changeEmail: (userId: UserId, change: In<typeof changeEmail>) => Promise<EmailRow>;
  /** Newest first. Fails with account.not_found, search.too_short. */
  search: (userId: UserId, query: In<typeof searchEmails>) => Promise<EmailRow[]>;
  /** Answers within limits.syncAnswerMs. Fails with account.not_found. */
  syncNow: (userId: UserId, accountId?: AccountId) => Promise<Out<typeof syncEmail>["state"]>;
  sending: SendingServices;
  /** The bytes behind an address that a mail names; rejects with anything when they cannot be had. */
  fetchImage: (url: string) => Promise<{ status: number; body: Uint8Array }>;
  /** Whether the database answers. */
  isReady: () => Promise<boolean>;
}

interface AccountServices {
  list: (userId: UserId) => Promise<Account[]>;
  /** Tries the login, then saves. Fails with the codes of addAccount. */
  add: (userId: UserId, account: In<typeof addAccount>) => Promise<Account>;
  /** Fails with account.not_found. */
  remove: (userId: UserId, id: AccountId) => Promise<void>;
  discover: (address: string) => Promise<MailSettings | null>;
}

/** A message for the reader; the handler adds the signed address of each attachment. */
export type EmailWithoutUrls = Omit<Email, "attachments"> & {
  attachments: Omit<Attachment, "url">[];
};

/** Bytes that leave as a file. The name and the type are the sender's: the handler makes them safe. */
export interface FileContent {
  filename: string;
  type: string;
  /** When it is known for sure. */
  sizeBytes?: number;
  content: Readable | Uint8Array;
}

interface ReadingServices {
  /** Fails with account.not_found, folder.not_found, list.bad_cursor. */
  list: (userId: UserId, query: In<typeof listEmails>) => Promise<Out<typeof listEmails>>;
  /** Fails with account.not_found. */
  folders: (userId: UserId, accountId?: AccountId) => Promise<Out<typeof listFolders>>;
  /** Fails with message.not_found. */
  preview: (userId: UserId, emailId: MessageId) => Promise<EmailWithoutUrls>;
  /** The http(s) addresses of images that the message's HTML names. Fails with message.not_found. */
  remoteImages: (userId: UserId, emailId: MessageId) => Promise<string[]>;
  /** Fails with message.not_found, attachment.not_found, message.source_unavailable. */
  attachment: (
    userId: UserId,
    emailId: MessageId,
    attachmentId: AttachmentId,
  ) => Promise<FileContent>;
  /** Fails with message.not_found, message.source_unavailable. */
  source: (userId: UserId, emailId: MessageId) => Promise<FileContent>;
}

interface SendingServices {
  /** The same non-empty key of the same user answers the first call's row. Fails with the codes of sendEmail. */
  send: (
    userId: UserId,
    email: In<typeof sendEmail>,
    options: { idempotencyKey: string },
  ) => Promise<Out<typeof sendEmail>>;
  /** Fails with outbox.not_found. */
  state: (userId: UserId, id: OutboxId) => Promise<Out<typeof outboxState>>;
  /** Fails with outbox.not_found, send.too_late. */
  undo: (userId: UserId, id: OutboxId) => Promise<Out<typeof undoSend>>;
  /** The content ends within limits.uploadBytes or is destroyed with an error. */
  upload: (
    userId: UserId,
    file: { filename: string; type: string; content: Readable },
  ) => Promise<Out<typeof uploadFile>>;
}
