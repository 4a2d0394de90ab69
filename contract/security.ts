import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { line } from "./fields.ts";
import { SessionId } from "./ids.ts";
import { limits } from "./limits.ts";

/** Fields may be absent or empty: the answer is then the catalogue's own sentence, not a schema error. */
const password = line(limits.passwordMaxLength).optional().default("");
const code = line(64).optional().default("");

const Done = z.object({ ok: z.literal(true) });
const none = z.object({});
const withPassword = z.object({ password });

/** Shown once: only their hashes are kept. */
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

/** A device that is signed in. */
export const SessionView = z.object({
  id: SessionId,
  /** The user agent of the browser or API client; "" if it sent none. */
  userAgent: z.string(),
  startedAt: z.iso.datetime(),
  /** Noted about once an hour. */
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

/** Signs every other device out. */
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

/** Newest use first, after the caller's own. */
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

/** Everywhere, or everywhere else. */
export const endSessions = endpoint({
  method: "POST",
  path: "/user/sessions/end",
  access: "user",
  scope: null,
  input: z.object({ keepsThis: z.boolean() }),
  output: Done,
  errors: [],
});

/** Makes a secret for an authenticator app (RFC 6238). It counts from the first right code on. */
export const startAuthenticator = endpoint({
  method: "POST",
  path: "/user/authenticator",
  access: "user",
  scope: null,
  input: withPassword,
  output: z.object({
    /** In the letters of base32, to be typed. */
    secret: z.string(),
    /** The same as an address, to be scanned. */
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

/** New ones in place of all that are left. */
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

/** Deletes the person with everything that is theirs. The mail servers keep what they have. */
export const deleteUser = endpoint({
  method: "POST",
  path: "/user/delete",
  access: "user",
  scope: null,
  input: z.object({
    password,
    /** The address that the person signs in with. */
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
