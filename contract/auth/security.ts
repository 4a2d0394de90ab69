import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { line } from "../fields.ts";
import { SessionId } from "../ids.ts";
import { limits } from "../limits.ts";

/** Fields may be absent or empty: the response is then an error of the catalog instead of a schema error. */
const password = line(limits.passwordMaxLength).optional().default("");
const code = line(64).optional().default("");

const Done = z.object({ ok: z.literal(true) });
const none = z.object({});
const withPassword = z.object({ password });

/** Returned once: the server stores only their hashes. */
const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

/** The protections of an account besides its password. */
export const Security = z.object({
  passwordChangedAt: z.iso.datetime(),
  /** A user who signed up with an external provider has none until they set one. */
  hasPassword: z.boolean(),
  /** True if signing in also requires a code of an authenticator app. */
  hasSecondFactor: z.boolean(),
  recoveryCodesLeft: z.number().int(),
});
export type Security = z.infer<typeof Security>;

/** A device with a session of the user. */
export const SessionView = z.object({
  id: SessionId,
  /** The user agent of the browser or API client; "" if it sent none. */
  userAgent: z.string(),
  startedAt: z.iso.datetime(),
  /** Recorded about once an hour. */
  lastUsedAt: z.iso.datetime(),
  isCurrent: z.boolean(),
});
export type SessionView = z.infer<typeof SessionView>;

export const readSecurity = endpoint({
  method: "GET",
  path: "/user/security",
  access: "user",
  scope: null,
  input: none,
  output: Security,
  errors: [],
});

/** Changes the password and signs out every other device. */
export const changePassword = endpoint({
  method: "POST",
  path: "/user/password",
  access: "user",
  scope: null,
  input: z.object({ password, newPassword: password }),
  output: Done,
  errors: [
    "password.wrong",
    "password.sign_in_again",
    "login.too_many",
    "signup.password_too_short",
  ],
});

/** Lists sessions: the caller's own first, then by latest use. */
export const listSessions = endpoint({
  method: "GET",
  path: "/user/sessions",
  access: "user",
  scope: null,
  input: none,
  output: z.object({ sessions: z.array(SessionView) }),
  errors: [],
});

export const endSession = endpoint({
  method: "DELETE",
  path: "/user/sessions/{id}",
  access: "user",
  scope: null,
  input: z.object({ id: SessionId }),
  output: Done,
  errors: ["session.not_found"],
});

/** Ends all sessions, or all except the caller's. */
export const endSessions = endpoint({
  method: "POST",
  path: "/user/sessions/end",
  access: "user",
  scope: null,
  input: z.object({ keepsThis: z.boolean() }),
  output: Done,
  errors: [],
});

/** Creates a secret for an authenticator app (RFC 6238). It takes effect with the first correct code. */
export const startAuthenticator = endpoint({
  method: "POST",
  path: "/user/authenticator",
  access: "user",
  scope: null,
  input: withPassword,
  output: z.object({
    /** In base32, for typing. */
    secret: z.string(),
    /** The same secret as a URI, for a QR code. */
    uri: z.string(),
  }),
  errors: ["password.wrong", "password.sign_in_again", "login.too_many", "authenticator.is_on"],
});

export const confirmAuthenticator = endpoint({
  method: "POST",
  path: "/user/authenticator/confirm",
  access: "user",
  scope: null,
  input: z.object({ code }),
  output: RecoveryCodes,
  errors: ["authenticator.wrong_code", "authenticator.not_started"],
});

export const removeAuthenticator = endpoint({
  method: "POST",
  path: "/user/authenticator/remove",
  access: "user",
  scope: null,
  input: withPassword,
  output: Done,
  errors: ["password.wrong", "password.sign_in_again", "login.too_many"],
});

/** Creates new recovery codes, which replace the unused ones. */
export const renewRecoveryCodes = endpoint({
  method: "POST",
  path: "/user/recovery-codes",
  access: "user",
  scope: null,
  input: withPassword,
  output: RecoveryCodes,
  errors: [
    "password.wrong",
    "password.sign_in_again",
    "login.too_many",
    "authenticator.not_started",
  ],
});

/** Deletes the user with all their data. The mail servers keep their copies. */
export const deleteUser = endpoint({
  method: "POST",
  path: "/user/delete",
  access: "user",
  scope: null,
  input: z.object({
    password,
    /** The address that the user signs in with. */
    confirmation: line(limits.emailMaxLength).optional().default(""),
  }),
  output: Done,
  errors: [
    "password.wrong",
    "password.sign_in_again",
    "login.too_many",
    "user.not_confirmed",
    "user.last_admin",
  ],
});
