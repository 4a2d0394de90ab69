import { z } from "zod";
import {
  Account,
  mailAddress,
  mailHost,
  mailPort,
  MailProvider,
  outgoingFields,
} from "./accounts.ts";
import { endpoint } from "../endpoint.ts";
import { line } from "../fields.ts";
import { AccountId } from "../ids.ts";

/** Returns the providers that users can sign in with to open a mailbox. */
export const listMailProviders = endpoint({
  method: "GET",
  path: "/imap/oauth",
  access: "user",
  scope: null,
  input: z.object({}),
  output: z.object({
    providers: z.array(
      z.object({
        provider: MailProvider,
        /** False if the operator has not registered Inlet with the provider. */
        isSetUp: z.boolean(),
        /** Names of the environment variables that the operator sets. */
        variables: z.array(z.string()),
        /** True if the user can type a code on another device instead (RFC 8628). */
        hasDeviceCode: z.boolean(),
      }),
    ),
  }),
  errors: [],
});

const started = {
  provider: MailProvider,
  /** Reconnects this existing account, if its address is the same. */
  accountId: AccountId.optional(),
  account_mail: mailAddress.optional(),
  // A server that the operator runs. Only hosts that the administrator allows receive the provider's token.
  imap_host: mailHost.min(1).optional(),
  user_port: mailPort.optional(),
  tls: z.boolean().optional(),
  smtp_host: outgoingFields.smtp_host,
  smtp_port: outgoingFields.smtp_port,
  smtp_tls: outgoingFields.smtp_tls,
};

/** Errors that can occur once the provider has responded. */
const finishErrors = [
  "oauth.not_set_up",
  "oauth.bad_state",
  "oauth.denied",
  "oauth.failed",
  "oauth.wrong_address",
  "account.not_found",
  "account.duplicate",
  "account.bad_login",
  "account.unreachable",
  "account.certificate",
  "account.certificate_changed",
  "account.not_imap",
  "account.answer_too_large",
  "account.too_many_folders",
  "account.encryption_required",
  "account.add_failed",
] as const;

/** Returns the address at the provider that the browser opens next (authorization code with PKCE). */
export const startMailSignIn = endpoint({
  method: "POST",
  path: "/imap/oauth/start",
  access: "user",
  scope: null,
  input: z.object(started),
  output: z.object({ url: z.string() }),
  errors: ["oauth.not_set_up", "oauth.failed", "account.not_found"],
});

/** Takes the query of the provider's redirect. Works once, in the session that started the sign-in. */
export const finishMailSignIn = endpoint({
  method: "POST",
  path: "/imap/oauth/finish",
  access: "user",
  scope: null,
  input: z.object({ query: line(8000) }),
  output: z.object({ account: Account, isReconnected: z.boolean() }),
  errors: finishErrors,
});

/** Returns a code that the user types on the provider's page, on this device or another (RFC 8628). */
export const startDeviceSignIn = endpoint({
  method: "POST",
  path: "/imap/oauth/device",
  access: "user",
  scope: null,
  input: z.object(started),
  output: z.object({
    id: z.string(),
    userCode: z.string(),
    verificationUrl: z.string(),
    expiresAt: z.string(),
    /** Interval between polls, in milliseconds. */
    intervalMs: z.number(),
  }),
  errors: ["oauth.not_set_up", "oauth.failed", "account.not_found"],
});

/** Reports whether the code was entered; once it was, the mailbox is connected. */
export const pollDeviceSignIn = endpoint({
  method: "POST",
  path: "/imap/oauth/device/poll",
  access: "user",
  scope: null,
  input: z.object({ id: line(200) }),
  output: z.discriminatedUnion("state", [
    z.object({ state: z.literal("waiting"), intervalMs: z.number() }),
    z.object({ state: z.literal("connected"), account: Account, isReconnected: z.boolean() }),
  ]),
  errors: finishErrors,
});
