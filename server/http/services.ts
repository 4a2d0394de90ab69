import type { Readable } from "node:stream";
import type { z } from "zod";
import type { AccountHealth } from "@inlet/contract/account-health.ts";
import type { changeAccount } from "@inlet/contract/account-change.ts";
import type { DoctorEvent, examineAccount } from "@inlet/contract/account-doctor.ts";
import type {
  finishMailSignIn,
  pollDeviceSignIn,
  startDeviceSignIn,
  startMailSignIn,
} from "@inlet/contract/account-oauth.ts";
import type { Account, addAccount, MailProvider, MailSettings } from "@inlet/contract/accounts.ts";
import type {
  Attachment,
  Email,
  listEmails,
  listFolders,
  searchEmails,
  syncEmail,
} from "@inlet/contract/email.ts";
import type {
  completeRecipient,
  continueUpload,
  Draft,
  Identity,
  saveDraft,
  saveIdentity,
  startUpload,
  uploadOffset,
} from "@inlet/contract/drafts.ts";
import type {
  changeEmail,
  changeEmails,
  countEmails,
  createFolder,
  emptyFolder,
  Label,
  saveLabel,
  undoChange,
} from "@inlet/contract/filing.ts";
import type {
  AccountId,
  ApiTokenId,
  AttachmentId,
  DraftId,
  FolderId,
  ImportId,
  IdentityId,
  MessageId,
  OutboxId,
  ThreadId,
  UndoId,
  UploadId,
  UserId,
} from "@inlet/contract/ids.ts";
import type {
  answerReceipt,
  Approval,
  approveSend,
  listOutbox,
  outboxState,
  rescheduleSend,
  resolveSend,
  sendEmail,
  undoSend,
  uploadFile,
} from "@inlet/contract/send.ts";
import type { requestDemo } from "@inlet/contract/landing.ts";
import type {
  notePresence,
  Note,
  notificationWays,
  subscribeToPush,
} from "@inlet/contract/notifications.ts";
import type { MailPreferences, saveMailPreferences } from "@inlet/contract/settings.ts";

import type { listThreads, readThread } from "@inlet/contract/threads.ts";

import type { BlockedSender, TrustedSender, unsubscribe } from "@inlet/contract/senders.ts";

import type { exportMail, importMail, MailImport } from "@inlet/contract/transfer.ts";
import type { User } from "@inlet/contract/user.ts";

import type { SavedSearchServices } from "#/http/saved-search-services.ts";
import type { ContactServices } from "#/http/contact-services.ts";
import type { AdminServices } from "#/http/admin-services.ts";
import type { AiServices } from "#/http/ai-services.ts";
import type { IntegrationServices } from "#/http/integration-services.ts";
import type { Caller } from "#/auth/sessions.ts";
import type { Hub } from "#/realtime/hub.ts";
import type { Auth } from "#/auth/types.ts";

type In<Endpoint extends { input: z.ZodType }> = z.output<Endpoint["input"]>;
type Out<Endpoint extends { output: z.ZodType }> = z.output<Endpoint["output"]>;

/**
 * What the handlers may call. Every function takes the caller's id first, sees only that user's data, and throws
 * `Failure` with a code that its endpoint lists; not yours and not there are the same failure.
 */
export interface Services extends AiServices, IntegrationServices {
  auth: Auth;
  admin: AdminServices;
  live: Hub;
  accounts: AccountServices;
  accountHealth: AccountHealthServices;
  reading: ReadingServices;
  filing: FilingServices;
  /** Newest first, or by relevance. Fails with account.not_found, search.too_short, search.unknown_operator, search.unknown_value, search.too_many, list.bad_cursor. */
  search: (
    userId: UserId,
    query: In<typeof searchEmails>,
    signal: AbortSignal,
  ) => Promise<Out<typeof searchEmails>>;
  /** Answers within limits.syncAnswerMs. Fails with account.not_found. */
  syncNow: (userId: UserId, accountId?: AccountId) => Promise<Out<typeof syncEmail>["state"]>;
  sending: SendingServices;
  owners: OwnerServices;
  transfer: TransferServices;
  senders: SenderServices;
  contacts: ContactServices;
  savedSearches: SavedSearchServices;
  drafts: DraftServices;
  identities: IdentityServices;
  uploads: UploadServices;
  preferences: PreferenceServices;
  notifications: NotificationServices;
  /** Deletes everything that is theirs here, files too. */
  removePerson: (userId: UserId) => Promise<void>;
  landing: LandingServices;
  /** The bytes behind an address that a mail names; rejects with anything when they cannot be had. */
  fetchImage: (url: string) => Promise<{ status: number; body: Uint8Array }>;
  /** Whether the database answers. */
  isReady: () => Promise<boolean>;
}

/** What is there for visitors, whoever they are. */
export interface LandingServices {
  /** `owner/name` on GitHub; "" while the host names none. */
  repository: string;
  /** Null while nobody can say. */
  stars: () => Promise<number | null>;
  /** Where demos are agreed on instead of here. */
  demoUrl: string | null;
  /** Fails with the codes of requestDemo. */
  requestDemo: (form: In<typeof requestDemo>) => Promise<void>;
}

interface AccountHealthServices {
  /** Fails with account.not_found. */
  read: (userId: UserId, id: AccountId) => Promise<AccountHealth>;
  /** Begins a full comparison; false while it cannot. Fails with account.not_found. */
  compare: (userId: UserId, id: AccountId) => Promise<boolean>;
}

interface PreferenceServices {
  read: (userId: UserId) => Promise<MailPreferences>;
  /** Changes what is given; answers the whole. */
  save: (userId: UserId, chosen: In<typeof saveMailPreferences>) => Promise<MailPreferences>;
}

interface NotificationServices {
  ways: () => Promise<Out<typeof notificationWays>>;
  /** How these are told of; what was read meanwhile or is somebody else's is left out. */
  describe: (userId: UserId, ids: readonly MessageId[]) => Promise<Note[]>;
  /** Fails with push.refused. */
  subscribe: (caller: Caller, browser: In<typeof subscribeToPush>) => Promise<void>;
  unsubscribe: (userId: UserId, endpoint: string) => Promise<void>;
  notePresence: (userId: UserId, page: In<typeof notePresence>) => Promise<void>;
}

interface AccountServices {
  list: (userId: UserId) => Promise<Account[]>;
  /** Tries the login, then saves. Fails with the codes of addAccount. */
  add: (userId: UserId, account: In<typeof addAccount>) => Promise<Account>;
  /** Fails with account.not_found. */
  remove: (userId: UserId, id: AccountId) => Promise<void>;
  discover: (address: string) => Promise<MailSettings | null>;
  /** Tries what is new, then saves. Fails with the codes of changeAccount. */
  change: (userId: UserId, change: In<typeof changeAccount>) => Promise<Account>;
  /** Tells each step as it goes. Fails at once with account.not_found. */
  examine: (
    userId: UserId,
    wish: In<typeof examineAccount>,
    signal: AbortSignal,
  ) => Promise<AsyncIterable<DoctorEvent>>;
  /** Whether the host registered Inlet with the provider. */
  isSetUp: (provider: MailProvider) => boolean;
  /** The provider sends the browser back to `redirectUri`. Fails with the codes of startMailSignIn. */
  startSignIn: (
    caller: Caller,
    form: In<typeof startMailSignIn>,
    redirectUri: string,
  ) => Promise<Out<typeof startMailSignIn>>;
  /** Fails with the codes of finishMailSignIn. */
  finishSignIn: (caller: Caller, query: string) => Promise<Out<typeof finishMailSignIn>>;
  /** Fails with the codes of startDeviceSignIn. */
  startDeviceSignIn: (
    caller: Caller,
    form: In<typeof startDeviceSignIn>,
  ) => Promise<Out<typeof startDeviceSignIn>>;
  /** Fails with the codes of pollDeviceSignIn. */
  pollDeviceSignIn: (caller: Caller, id: string) => Promise<Out<typeof pollDeviceSignIn>>;
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
  /** Fails as list does. */
  threads: (userId: UserId, query: In<typeof listThreads>) => Promise<Out<typeof listThreads>>;
  /** Fails with message.not_found. */
  thread: (userId: UserId, threadId: ThreadId) => Promise<Out<typeof readThread>>;
  /** The http(s) addresses of images that the message's HTML names, without trackers. Fails with message.not_found. */
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

/** Everything is changed here at once and told to the mail servers after. */
interface FilingServices {
  /** Fails with the codes of changeEmail. */
  change: (
    userId: UserId,
    change: In<typeof changeEmail>,
    options: { idempotencyKey: string },
  ) => Promise<Out<typeof changeEmail>>;
  /** Fails with the codes of changeEmails. */
  changeMany: (
    userId: UserId,
    change: In<typeof changeEmails>,
    options: { idempotencyKey: string },
  ) => Promise<Out<typeof changeEmails>>;
  /** Fails with folder.not_found, account.not_found, search.too_short. */
  count: (
    userId: UserId,
    matching: In<typeof countEmails>,
    signal: AbortSignal,
  ) => Promise<Out<typeof countEmails>>;
  /** Fails with undo.too_late, change.other_content. */
  undo: (
    userId: UserId,
    undoId: UndoId,
    options: { idempotencyKey: string },
  ) => Promise<Out<typeof undoChange>>;
  /** Fails with account.not_found. */
  empty: (userId: UserId, which: In<typeof emptyFolder>) => Promise<Out<typeof emptyFolder>>;
  /** Fails with account.not_found, folder.refused. */
  createFolder: (userId: UserId, folder: In<typeof createFolder>) => Promise<FolderId>;
  labels: (userId: UserId) => Promise<Label[]>;
  /** Fails with label.exists. */
  saveLabel: (userId: UserId, label: In<typeof saveLabel>) => Promise<Label>;
  removeLabel: (userId: UserId, name: string) => Promise<void>;
}

interface SenderServices {
  /** Fails with the codes of unsubscribe. */
  unsubscribe: (userId: UserId, emailId: MessageId) => Promise<Out<typeof unsubscribe>>;
  blocked: (userId: UserId) => Promise<BlockedSender[]>;
  block: (userId: UserId, address: string) => Promise<void>;
  unblock: (userId: UserId, address: string) => Promise<void>;
  trusted: (userId: UserId) => Promise<TrustedSender[]>;
  trust: (userId: UserId, address: string) => Promise<void>;
  distrust: (userId: UserId, address: string) => Promise<void>;
}

interface TransferServices {
  /** Keeps the file, and puts its mail into the folder afterwards. Fails with the codes of importMail. */
  import: (userId: UserId, file: In<typeof importMail>, content: Readable) => Promise<MailImport>;
  imports: (userId: UserId) => Promise<MailImport[]>;
  /** Fails with import.not_found. */
  cancelImport: (userId: UserId, id: ImportId) => Promise<void>;
  /** Fails with the codes of exportMail. */
  checkExport: (userId: UserId, asked: In<typeof exportMail>) => Promise<void>;
  /** One mbox file. Fails with the codes of exportMail. */
  export: (userId: UserId, asked: In<typeof exportMail>) => Promise<FileContent>;
  /** One zip with all that there is of the person. */
  exportEverything: (userId: UserId, profile: User) => FileContent;
}

/** To which mail account something belongs; undefined for what is not there. */
export interface OwnerServices {
  ofMessages: (
    userId: UserId,
    ids: readonly MessageId[],
  ) => Promise<ReadonlyMap<MessageId, AccountId>>;
  ofFolder: (userId: UserId, id: FolderId) => Promise<AccountId | undefined>;
  ofDraft: (userId: UserId, id: DraftId) => Promise<AccountId | undefined>;
  ofOutbox: (userId: UserId, id: OutboxId) => Promise<AccountId | undefined>;
  /** The token of the program whose letter waits for approval under this id. */
  askerOf: (userId: UserId, id: OutboxId) => Promise<ApiTokenId | undefined>;
}

interface SendingServices {
  /** The same non-empty key of the same user answers the first call's row. Fails with the codes of sendEmail. */
  send: (
    userId: UserId,
    email: In<typeof sendEmail>,
    /** With an asker it waits for the person's word. */
    options: { idempotencyKey: string; asker?: { id: ApiTokenId; name: string } | undefined },
  ) => Promise<Out<typeof sendEmail>>;
  /** When the letter under this key was queued; null: there is none. */
  queuedAt: (userId: UserId, idempotencyKey: string) => Promise<number | null>;
  approvals: (userId: UserId) => Promise<Approval[]>;
  /** Fails with outbox.not_found, approval.over. */
  approve: (userId: UserId, id: OutboxId) => Promise<Out<typeof approveSend>>;
  /** Fails with outbox.not_found. */
  state: (userId: UserId, id: OutboxId) => Promise<Out<typeof outboxState>>;
  list: (userId: UserId) => Promise<Out<typeof listOutbox>>;
  /** Fails with message.not_found, receipt.not_asked, send.not_set_up. */
  answerReceipt: (userId: UserId, answer: In<typeof answerReceipt>) => Promise<void>;
  /** Fails with outbox.not_found, send.too_late. */
  reschedule: (
    userId: UserId,
    asked: In<typeof rescheduleSend>,
  ) => Promise<Out<typeof rescheduleSend>>;
  /** Fails with outbox.not_found, send.too_late. */
  resolve: (userId: UserId, decided: In<typeof resolveSend>) => Promise<Out<typeof resolveSend>>;
  /** Fails with outbox.not_found, send.too_late. */
  undo: (userId: UserId, id: OutboxId) => Promise<Out<typeof undoSend>>;
}

interface DraftServices {
  list: (userId: UserId) => Promise<Draft[]>;
  /** Fails with account.not_found, draft.conflict, draft.gone. */
  save: (userId: UserId, draft: In<typeof saveDraft>) => Promise<Draft>;
  remove: (userId: UserId, id: DraftId) => Promise<void>;
  /** Fails with message.not_found, message.source_unavailable. */
  open: (userId: UserId, emailId: MessageId) => Promise<Draft>;
  completeRecipient: (
    userId: UserId,
    query: In<typeof completeRecipient>,
  ) => Promise<Out<typeof completeRecipient>>;
}

interface IdentityServices {
  list: (userId: UserId) => Promise<Identity[]>;
  /** Fails with account.not_found, send.bad_address. */
  save: (userId: UserId, identity: In<typeof saveIdentity>) => Promise<Identity>;
  /** Fails with identity.last. */
  remove: (userId: UserId, id: IdentityId) => Promise<void>;
}

interface UploadServices {
  /** The content ends within limits.uploadBytes or is destroyed with an error. */
  whole: (
    userId: UserId,
    file: { filename: string; type: string; content: Readable },
  ) => Promise<Out<typeof uploadFile>>;
  start: (userId: UserId, file: In<typeof startUpload>) => Promise<Out<typeof startUpload>>;
  /** Fails with upload.not_found. */
  offset: (userId: UserId, id: UploadId) => Promise<Out<typeof uploadOffset>>;
  /** Fails with upload.not_found, also while it is not whole. */
  read: (userId: UserId, id: UploadId) => Promise<{ filename: string; content: Uint8Array }>;
  /** Fails with upload.not_found, upload.wrong_offset, upload.too_large. */
  addPiece: (
    userId: UserId,
    piece: { id: UploadId; offset: number; content: Readable },
  ) => Promise<Out<typeof continueUpload>>;
  remove: (userId: UserId, id: UploadId) => Promise<void>;
}
