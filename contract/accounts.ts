import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { line, wholeNumber } from "./fields.ts";
import { AccountId } from "./ids.ts";
import { limits } from "./limits.ts";

/**
 * How a mailbox is doing. `syncing` carries progress; `failed` carries a code of the catalogue and its sentence,
 * and the account keeps trying unless the login itself is refused.
 */
export const AccountState = z.enum(["connecting", "syncing", "watching", "waiting", "failed"]);
export type AccountState = z.infer<typeof AccountState>;

export const Account = z.object({
  id: AccountId,
  account_mail: z.string(),
  imap_host: z.string(),
  user_port: z.number(),
  tls: z.boolean(),
  state: AccountState,
  /** Messages on the server and here, over all folders; `server` is null until the folders were counted. */
  progress: z.object({ here: z.number(), server: z.number().nullable() }),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** False: receive-only, "sending not set up". */
  canSend: z.boolean(),
  lastSyncAt: z.string().nullable(),
});
export type Account = z.infer<typeof Account>;

const host = line(255)
  .trim()
  .regex(/^[^\s/@]*$/);
const port = wholeNumber(1, 65535);
const secret = line(1024);

export const listAccounts = endpoint({
  method: "GET",
  path: "/imap/accounts",
  access: "user",
  input: z.object({}),
  output: z.object({ accounts: z.array(Account) }),
  errors: [],
});

/** Tries the login before anything is saved. `account_mail` is the login name too. */
export const addAccount = endpoint({
  method: "POST",
  path: "/imap/add",
  access: "user",
  input: z.object({
    account_mail: line(limits.emailMaxLength)
      .trim()
      .regex(/^[^\s<>,;]+@[^\s<>,;]+$/),
    account_pass: secret.min(1),
    imap_host: host.min(1),
    user_port: port.default(limits.imapPort),
    /** Encryption required: implicit on 993 and 465, STARTTLS on 143 and 587. */
    tls: z.boolean().default(true),
    smtp_host: host.optional(),
    smtp_port: port.optional(),
    smtp_tls: z.boolean().optional(),
    smtp_user: secret.optional(),
    smtp_pass: secret.optional(),
  }),
  output: z.object({ account: Account }),
  errors: [
    "account.duplicate",
    "account.bad_login",
    "account.app_password",
    "account.unreachable",
    "account.certificate",
    "account.not_imap",
    "account.encryption_required",
    "account.smtp_failed",
    "account.add_failed",
  ],
});

export const removeAccount = endpoint({
  method: "DELETE",
  path: "/imap/{id}",
  access: "user",
  input: z.object({ id: AccountId }),
  output: z.object({ ok: z.literal(true) }),
  errors: ["account.not_found"],
});

export const MailSettings = z.object({
  imap_host: z.string(),
  user_port: z.number(),
  tls: z.boolean(),
  smtp_host: z.string().nullable(),
  smtp_port: z.number().nullable(),
  smtp_tls: z.boolean().nullable(),
  /** Where the provider explains app passwords, when it refuses ordinary ones. */
  appPasswordUrl: z.string().nullable(),
});
export type MailSettings = z.infer<typeof MailSettings>;

/** Finds the servers from the address alone, within 3 s; `settings` is null when nothing was found. */
export const discoverAccount = endpoint({
  method: "POST",
  path: "/imap/discover",
  access: "user",
  input: z.object({ account_mail: line(limits.emailMaxLength).trim() }),
  output: z.object({ settings: MailSettings.nullable() }),
  errors: [],
});
