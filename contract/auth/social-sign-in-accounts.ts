import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { line } from "../fields.ts";
import { ConnectedSignInId } from "../ids.ts";
import { limits } from "../limits.ts";
import { type SocialProvider, socialPaths } from "./social-sign-in.ts";
import { SignedIn, sessionDescription } from "./user.ts";

const password = line(limits.passwordMaxLength).optional().default("");
const Done = z.object({ ok: z.literal(true) });
/**
 * The token that `/auth/callback` finds in its address. It is valid once, for a minute, in the browser that began the sign-in.
 */
const token = line(200).optional().default("");
// `Object.keys` returns `string[]`, so the keys need a cast.
const Provider = z.enum(Object.keys(socialPaths) as [SocialProvider, ...SocialProvider[]]);

/** The user's identity at a provider. Signing in there with the same identity signs the user in here. */
export const ConnectedSignIn = z.object({
  id: ConnectedSignInId,
  provider: Provider,
  /** The provider's name for users. */
  name: z.string(),
  /** The provider's name for the user at the time of connection; "" for none. */
  address: z.string(),
  connectedAt: z.iso.datetime(),
  /** Null until it was used to sign in. */
  lastUsedAt: z.iso.datetime().nullable(),
});
export type ConnectedSignIn = z.infer<typeof ConnectedSignIn>;

/** Completes a sign-in at an external provider. The provider's confirmation replaces the password, and nothing else. */
export const finishSocialSignIn = endpoint({
  method: "POST",
  path: "/user/login/elsewhere",
  access: "anyone",
  description:
    "The page /auth/callback?token= makes this call with the token in its address. After a sign-in that the same tab " +
    "began, it goes on to /app. Opened directly, it asks “Continue as …?” first, so that a link cannot sign a user in " +
    "to an account of another. It asks as well about the token of an open session in place of a single-use one. " +
    sessionDescription,
  input: z.object({
    token,
    /** The code of the second factor, if the account has one. */
    code: line(64).optional().default(""),
  }),
  output: z.discriminatedUnion("state", [
    SignedIn.extend({ state: z.literal("signed_in") }),
    /** Another browser began the sign-in: nothing is signed in here, and the token is used up. */
    z.object({ state: z.literal("elsewhere"), provider: Provider, email: z.string() }),
  ]),
  errors: [
    "login.token_refused",
    "login.too_many",
    "login.second_factor_required",
    "login.wrong_code",
    "login.disabled",
  ],
});

/** Lists the connected sign-ins, oldest first, and the providers that the operator has configured. */
export const listConnectedSignIns = endpoint({
  method: "GET",
  path: "/user/sign-ins",
  access: "user",
  scope: null,
  input: z.object({}),
  output: z.object({
    signIns: z.array(ConnectedSignIn),
    providers: z.array(z.object({ provider: Provider, name: z.string() })),
  }),
  errors: [],
});

/** Returns the provider's address where the user signs in. The browser comes back to `/auth/callback`. */
export const startConnecting = endpoint({
  method: "POST",
  path: "/user/sign-ins/start",
  access: "user",
  scope: null,
  input: z.object({ provider: Provider, password }),
  output: z.object({ url: z.string() }),
  errors: [
    "password.wrong",
    "password.sign_in_again",
    "login.too_many",
    "social.not_set_up",
    "social.failed",
  ],
});

/** Completes the connection. Works only in the session and the browser that started it. */
export const finishConnecting = endpoint({
  method: "POST",
  path: "/user/sign-ins",
  access: "user",
  scope: null,
  input: z.object({ token }),
  output: z.object({ signIn: ConnectedSignIn }),
  errors: ["social.bad_state", "social.denied", "social.failed", "social.taken"],
});

/**
 * Disconnects a sign-in. The last one of a user without a password cannot be disconnected, because they could no longer sign in.
 */
export const disconnectSignIn = endpoint({
  method: "POST",
  path: "/user/sign-ins/{id}/remove",
  access: "user",
  scope: null,
  input: z.object({ id: ConnectedSignInId, password }),
  output: Done,
  errors: [
    "password.wrong",
    "password.sign_in_again",
    "login.too_many",
    "social.not_found",
    "social.last_way",
  ],
});
