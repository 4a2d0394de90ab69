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
import type { AccountId, MessageId, UserId } from "@inlet/contract/ids.ts";
import type { requestDemo } from "@inlet/contract/landing.ts";
import type {
  notePresence,
  Note,
  notificationWays,
  subscribeToPush,
} from "@inlet/contract/notifications.ts";

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
  contacts: ContactServices;
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
