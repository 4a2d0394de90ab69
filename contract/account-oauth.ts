import { z } from "zod";
import {
  Account,
  mailAddress,
  mailHost,
  mailPort,
  MailProvider,
  outgoingFields,
} from "./accounts.ts";
import { endpoint } from "./endpoint.ts";
import { line } from "./fields.ts";
import { AccountId } from "./ids.ts";

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
        /** The names of the variables that the host sets. */
        variables: z.array(z.string()),
        /** A code can be typed on another device instead. */
        hasDeviceCode: z.boolean(),
      }),
    ),
  }),
  errors: [],
});

const started = {
  provider: MailProvider,
  /** Connects this account again: the same row, and only for the same address. */
  accountId: AccountId.optional(),
  account_mail: mailAddress.optional(),
  // A server of the host's own. Only hosts that the administrator allows get the provider's token.
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

/** The address at the provider where the browser goes next (authorization code with PKCE). */
export const startMailSignIn = endpoint({
  method: "POST",
  path: "/imap/oauth/start",
  access: "user",
  scope: null,
  input: z.object(started),
  output: z.object({ url: z.string() }),
  errors: ["oauth.not_set_up", "oauth.failed", "account.not_found"],
});

/** With the query that the provider sent the browser back with. Works once, in the session that started it. */
export const finishMailSignIn = endpoint({
  method: "POST",
  path: "/imap/oauth/finish",
  access: "user",
  scope: null,
  input: z.object({ query: line(8000) }),
  output: z.object({ account: Account, isReconnected: z.boolean() }),
  errors: finishErrors,
});

/** A code to type at the provider's page, on this device or another (RFC 8628). */
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
