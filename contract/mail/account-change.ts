import { z } from "zod";
import { SyncMonths } from "./account-health.ts";
import { Account, mailHost, mailPort, mailSecret, outgoingFields } from "./accounts.ts";
import { endpoint } from "../endpoint.ts";
import { line } from "../fields.ts";
import { AccountId } from "../ids.ts";
import { limits } from "../limits.ts";

const fingerprint = z.string().regex(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/);

/**
 * Changes the given fields and leaves the rest. Logins are tested before anything is saved. An empty `smtp_host` turns sending
 * off; `smtp_host: "auto"` discovers the outgoing server.
 */
export const changeAccount = endpoint({
  method: "PATCH",
  path: "/imap/{id}",
  access: "user",
  scope: null,
  input: z.object({
    id: AccountId,
    name: line(limits.nameMaxLength).trim().optional(),
    account_pass: mailSecret.min(1).optional(),
    imap_host: mailHost.min(1).optional(),
    user_port: mailPort.optional(),
    tls: z.boolean().optional(),
    imap_user: mailSecret.min(1).optional(),
    ...outgoingFields,
    /** The range of mail to store here, in months. */
    syncMonths: SyncMonths.optional(),
    /** From now on trusts the server's own certificate, if it has this SHA-256. */
    imap_fingerprint: fingerprint.optional(),
    smtp_fingerprint: fingerprint.optional(),
  }),
  output: z.object({ account: Account }),
  errors: [
    "account.not_found",
    "account.bad_login",
    "account.password_needed",
    "account.provider_only",
    "account.app_password",
    "account.reconnect",
    "account.unreachable",
    "account.certificate",
    "account.certificate_changed",
    "account.not_imap",
    "account.answer_too_large",
    "account.too_many_folders",
    "account.encryption_required",
    "account.smtp_failed",
    "account.smtp_not_found",
    "account.add_failed",
    "account.limit",
  ],
});
