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
  AccountId,
  ApiTokenId,
  DraftId,
  FolderId,
  IdentityId,
  MessageId,
  OutboxId,
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


import type { SavedSearchServices } from "#/http/saved-search-services.ts";
import type { ContactServices } from "#/http/contact-services.ts";
import type { AdminServices } from "#/http/admin-services.ts";
import type { AiServices } from "#/http/ai-services.ts";
import type { IntegrationServices } from "#/http/integration-services.ts";
import type { Caller } from "#/auth/sessions.ts";
import type { AppContext } from "#/http/context.ts";

type In<Endpoint extends { input: z.ZodType }> = z.output<Endpoint["input"]>;
type Out<Endpoint extends { output: z.ZodType }> = z.output<Endpoint["output"]>;

/**
 * What the handlers may call. Every function takes the caller's id first, sees only that user's data, and throws
 * `Failure` with a code that its endpoint lists; not yours and not there are the same failure.
 */
export interface Services extends AppContext, AiServices, IntegrationServices {
  admin: AdminServices;
  accounts: AccountServices;
  accountHealth: AccountHealthServices;
  sending: SendingServices;
  owners: OwnerServices;
  contacts: ContactServices;
  savedSearches: SavedSearchServices;
  drafts: DraftServices;
  identities: IdentityServices;
  uploads: UploadServices;
  notifications: NotificationServices;
  /** Deletes everything that is theirs here, files too. */
  removePerson: (userId: UserId) => Promise<void>;
  landing: LandingServices;
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
