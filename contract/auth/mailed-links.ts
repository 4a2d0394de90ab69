import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { line } from "../fields.ts";
import { limits } from "../limits.ts";

const Done = z.object({ ok: z.literal(true) });
const none = z.object({});
const token = line(200).optional().default("");

/** Returns the facts about the installation that the page needs before a user signs in. */
export const hostFacts = endpoint({
  method: "GET",
  path: "/meta/host",
  access: "anyone",
  input: none,
  output: z.object({
    /** True if the installation can send mail: a forgotten password can be replaced only then. */
    sendsMail: z.boolean(),
    /** The operator's name for a custom provider that users sign in with; "" if none is configured. */
    ownProvider: z.string(),
    /** The usual providers that the operator has not set up: a sign-in there is refused. */
    missingProviders: z.array(z.enum(["google", "outlook"])),
  }),
  errors: [],
});

/** Sends a link for choosing a new password, if the account exists. The response is the same if it does not. */
export const forgotPassword = endpoint({
  method: "POST",
  path: "/user/forgot",
  access: "anyone",
  input: z.object({ email: line(limits.emailMaxLength).optional().default("") }),
  output: Done,
  errors: ["signup.email_invalid", "host.no_mail"],
});

/** Sets a new password with a mailed link. Ends every session and starts none. */
export const resetPassword = endpoint({
  method: "POST",
  path: "/user/reset",
  access: "anyone",
  input: z.object({ token, password: line(limits.passwordMaxLength).optional().default("") }),
  output: Done,
  errors: ["link.expired", "signup.password_too_short"],
});

/** Reports whether the user's sign-in address is verified: not requested, a link was sent, or verified. */
export const readVerification = endpoint({
  method: "GET",
  path: "/user/verification",
  access: "user",
  scope: null,
  input: none,
  output: z.object({ state: z.enum(["unasked", "waiting", "verified"]) }),
  errors: [],
});

/** Sends another verification link. */
export const sendVerification = endpoint({
  method: "POST",
  path: "/user/verification",
  access: "user",
  scope: null,
  input: none,
  output: Done,
  errors: ["host.no_mail"],
});

/** Confirms the email address with a verification link, on any device. */
export const verifyEmail = endpoint({
  method: "POST",
  path: "/user/verify",
  access: "anyone",
  input: z.object({ token }),
  output: Done,
  errors: ["link.expired"],
});
