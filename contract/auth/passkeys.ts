import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { line } from "../fields.ts";
import { PasskeyId } from "../ids.ts";
import { limits } from "../limits.ts";
import { SignedIn, sessionDescription } from "./user.ts";

const password = line(limits.passwordMaxLength).optional().default("");
/** Bytes in WebAuthn's JSON encoding. */
const bytes = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^[\w-]*$/);
/** A device's credential id has at most 1023 bytes (WebAuthn Level 3, 4). */
const CredentialId = bytes(1364);
/** The browser's request to a device, in WebAuthn's format: it is passed on unread. */
const Options = z.record(z.string(), z.unknown());

/** The browser's data about a key that a device created. */
const Made = z.object({
  id: CredentialId,
  response: z.object({
    clientDataJSON: bytes(8192),
    attestationObject: bytes(65_536),
    transports: z.array(line(32)).max(16).optional(),
  }),
});
export type CreatedPasskey = z.output<typeof Made>;

/** The browser's data about a signature that a device made with its key. */
const Shown = z.object({
  id: CredentialId,
  response: z.object({
    clientDataJSON: bytes(8192),
    authenticatorData: bytes(8192),
    signature: bytes(8192),
    /** The owner of the key, as stored on the device. */
    userHandle: bytes(128).optional().default(""),
  }),
});
export type ShownPasskey = z.output<typeof Shown>;

/** A passkey of the user. */
export const PasskeyView = z.object({
  id: PasskeyId,
  name: z.string(),
  createdAt: z.iso.datetime(),
  /** Null until it was used to sign in. */
  lastUsedAt: z.iso.datetime().nullable(),
});
export type PasskeyView = z.infer<typeof PasskeyView>;

/** Lists passkeys, oldest first. */
export const listPasskeys = endpoint({
  method: "GET",
  path: "/user/passkeys",
  access: "user",
  scope: null,
  input: z.object({}),
  output: z.object({ passkeys: z.array(PasskeyView) }),
  errors: [],
});

/** Returns a challenge for creating a passkey. It is valid once, for five minutes, in the session that requested it. */
export const startPasskey = endpoint({
  method: "POST",
  path: "/user/passkeys/start",
  access: "user",
  scope: null,
  input: z.object({ password }),
  output: z.object({ options: Options }),
  errors: ["password.wrong", "password.sign_in_again", "login.too_many"],
});

export const addPasskey = endpoint({
  method: "POST",
  path: "/user/passkeys",
  access: "user",
  scope: null,
  input: z.object({
    /** The user's name for the device. */
    name: line(limits.nameMaxLength).optional().default(""),
    made: Made,
  }),
  output: z.object({ passkey: PasskeyView }),
  errors: ["passkey.not_added"],
});

export const removePasskey = endpoint({
  method: "POST",
  path: "/user/passkeys/{id}/remove",
  access: "user",
  scope: null,
  input: z.object({ id: PasskeyId, password }),
  output: z.object({ ok: z.literal(true) }),
  errors: ["password.wrong", "password.sign_in_again", "login.too_many", "passkey.not_found"],
});

/**
 * Returns a challenge for any passkey of this server. It is valid once, for five minutes, in the browser that requested it (a
 * cookie).
 */
export const startPasskeyLogin = endpoint({
  method: "POST",
  path: "/user/login/passkey/start",
  access: "anyone",
  input: z.object({}),
  output: z.object({ options: Options }),
  errors: [],
});

/** The device has verified its owner, so no second step is required. */
export const passkeyLogin = endpoint({
  method: "POST",
  path: "/user/login/passkey",
  access: "anyone",
  description: sessionDescription,
  input: z.object({ shown: Shown }),
  output: SignedIn,
  errors: ["login.passkey_refused", "login.disabled"],
});
