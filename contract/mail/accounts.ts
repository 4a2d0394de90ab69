import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { line, wholeNumber } from "../fields.ts";
import { AccountId } from "../ids.ts";
import { limits } from "../limits.ts";

/**
 * The state of a mailbox. `syncing` carries progress. `failed` carries an error code of the catalog and its sentence; the
 * account keeps retrying unless the login is refused.
 */
export const AccountState = z.enum(["connecting", "syncing", "watching", "waiting", "failed"]);
export type AccountState = z.infer<typeof AccountState>;

/** The reason why an account is not in sync: a code for API clients, and a whole sentence for the user. */
export const AccountError = z.object({
  code: z.string(),
  message: z.string(),
  /** Time since which the mail server has been unavailable; null while it is available. */
  since: z.iso.datetime().nullable(),
});
export type AccountError = z.infer<typeof AccountError>;

/** Providers whose mailboxes are opened with OAuth instead of a password. */
export const MailProvider = z.enum(["google", "microsoft"]);
export type MailProvider = z.infer<typeof MailProvider>;

/** Colors that distinguish the accounts of a user. */
export const AccountColor = z.enum(["blue", "teal", "green", "yellow", "orange", "red", "purple"]);
export type AccountColor = z.infer<typeof AccountColor>;

export const Account = z.object({
  id: AccountId,
  account_mail: z.string(),
  /** The user's name for it; "" shows the address. */
  name: z.string(),
  /** Null until the user chooses one. */
  color: AccountColor.nullable(),
  /** The provider that the user signed in with (OAuth); null if the account uses a password. */
  provider: MailProvider.nullable(),
  imap_user: z.string(),
  imap_host: z.string(),
  user_port: z.number(),
  tls: z.boolean(),
  state: AccountState,
  /**
   * Numbers of messages on the server and here, over all folders, without messages that are marked as deleted on the server;
   * `server` is null until the folders are counted.
   */
  progress: z.object({ here: z.number(), server: z.number().nullable() }),
  /**
   * Progress of reading again the mail that an earlier version of Inlet read, which makes words in its files searchable: how many
   * messages are done, and how many there are. Absent when none is left.
   */
  olderMail: z.object({ read: z.number(), all: z.number() }).exactOptional(),
  error: AccountError.nullable(),
  /** False if the account can only receive ("sending not set up"). */
  canSend: z.boolean(),
  outgoing: z
    .object({
      smtp_host: z.string(),
      smtp_port: z.number(),
      smtp_tls: z.boolean(),
      smtp_user: z.string(),
    })
    .nullable(),
  /** SHA-256 of the self-signed certificates that are trusted for this account only. */
  fingerprints: z.object({ imap: z.string().nullable(), smtp: z.string().nullable() }),
  lastSyncAt: z.string().nullable(),
});
export type Account = z.infer<typeof Account>;

/** An email address as a user types it for a mailbox. */
export const mailAddress = line(limits.emailMaxLength)
  .trim()
  .regex(/^[^\s<>,;]+@[^\s<>,;@]+$/);
export const mailHost = line(255)
  .trim()
  .regex(/^[^\s/@]*$/);
export const mailPort = wholeNumber(1, 65535);
export const mailSecret = line(1024);

/** The server that a mailbox is received from. */
const incomingFields = {
  imap_host: mailHost.min(1),
  user_port: mailPort.default(limits.imapPort),
  /** Encryption required: implicit on 993 and 465, STARTTLS on 143 and 587. */
  tls: z.boolean().default(true),
};
/** The server that the mailbox's mail is sent through; discovered automatically when absent. */
export const outgoingFields = {
  smtp_host: mailHost.optional(),
  smtp_port: mailPort.optional(),
  smtp_tls: z.boolean().optional(),
  smtp_user: mailSecret.optional(),
  smtp_pass: mailSecret.optional(),
};

export const listAccounts = endpoint({
  method: "GET",
  path: "/imap/accounts",
  access: "user",
  scope: "read",
  input: z.object({}),
  output: z.object({ accounts: z.array(Account) }),
  errors: [],
});

/** Tries the login before anything is saved. `account_mail` is also the login name. */
export const addAccount = endpoint({
  method: "POST",
  path: "/imap/add",
  access: "user",
  scope: null,
  input: z.object({
    account_mail: mailAddress,
    account_pass: mailSecret.min(1),
    ...incomingFields,
    ...outgoingFields,
  }),
  output: z.object({ account: Account }),
  errors: [
    "account.duplicate",
    "account.bad_login",
    "account.app_password",
    "account.unreachable",
    "account.certificate",
    "account.not_imap",
    "account.answer_too_large",
    "account.too_many_folders",
    "account.encryption_required",
    "account.smtp_failed",
    "account.add_failed",
    "account.limit",
  ],
});

export const removeAccount = endpoint({
  method: "DELETE",
  path: "/imap/{id}",
  access: "user",
  scope: null,
  input: z.object({ id: AccountId }),
  output: z.object({ ok: z.literal(true) }),
  errors: ["account.not_found"],
});

/** Chooses the account's color, or null for none. */
export const colorAccount = endpoint({
  method: "PUT",
  path: "/imap/{id}/color",
  access: "user",
  scope: "settings",
  input: z.object({ id: AccountId, color: AccountColor.nullable() }),
  output: z.object({ account: Account }),
  errors: ["account.not_found"],
});

export const MailSettings = z.object({
  imap_host: z.string(),
  user_port: z.number(),
  tls: z.boolean(),
  smtp_host: z.string().nullable(),
  smtp_port: z.number().nullable(),
  smtp_tls: z.boolean().nullable(),
  /** The provider's page about app passwords, if it refuses ordinary passwords. */
  appPasswordUrl: z.string().nullable(),
  /** The provider's display name, if the provider is known. */
  providerName: z.string().nullable(),
  /** The provider to sign in with instead of a password. */
  provider: MailProvider.nullable(),
});
export type MailSettings = z.infer<typeof MailSettings>;

/** Finds the servers from the address alone, within 3 s; `settings` is null if nothing was found. */
export const discoverAccount = endpoint({
  method: "POST",
  path: "/imap/discover",
  access: "user",
  scope: "settings",
  input: z.object({ account_mail: line(limits.emailMaxLength).trim() }),
  output: z.object({ settings: MailSettings.nullable() }),
  errors: [],
});

/** The endpoints of accounts. */
export const accountApi = {
  "GET /imap/accounts": listAccounts,
  "POST /imap/add": addAccount,
  "POST /imap/discover": discoverAccount,
  "PUT /imap/{id}/color": colorAccount,
  "DELETE /imap/{id}": removeAccount,
} as const;
