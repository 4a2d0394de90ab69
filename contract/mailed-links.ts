import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { line } from "./fields.ts";
import { limits } from "./limits.ts";

const Done = z.object({ ok: z.literal(true) });
const none = z.object({});
const token = line(200).optional().default("");

/** What the page must know of the host before anybody signs in. */
export const hostFacts = endpoint({
  method: "GET",
  path: "/meta/host",
  access: "anyone",
  input: none,
  output: z.object({
    /** Whether the host can send mail of its own: only then can a forgotten password be replaced. */
    sendsMail: z.boolean(),
    /** What the host calls a provider of its own choice that people sign in with; "" for none. */
    ownProvider: z.string(),
  }),
  errors: [],
});

/** Sends a link for choosing a new password, if there is such an account. The answer is the same if there is none. */
export const forgotPassword = endpoint({
  method: "POST",
  path: "/user/forgot",
  access: "anyone",
  input: z.object({ email: line(limits.emailMaxLength).optional().default("") }),
  output: Done,
  errors: ["signup.email_invalid", "host.no_mail"],
});

/** The new password of whoever holds the link. Ends every session and begins none. */
export const resetPassword = endpoint({
  method: "POST",
  path: "/user/reset",
  access: "anyone",
  input: z.object({ token, password: line(limits.passwordMaxLength).optional().default("") }),
  output: Done,
  errors: ["link.expired", "signup.password_too_short"],
});

/** Whether the address that the person signs in with is theirs: nobody asked, a link is on its way, or it is. */
export const readVerification = endpoint({
  method: "GET",
  path: "/user/verification",
  access: "user",
  scope: null,
  input: none,
  output: z.object({ state: z.enum(["unasked", "waiting", "verified"]) }),
  errors: [],
});

/** Sends another link. */
export const sendVerification = endpoint({
  method: "POST",
  path: "/user/verification",
  access: "user",
  scope: null,
  input: none,
  output: Done,
  errors: ["host.no_mail"],
});

/** The link was followed, on whatever device. */
export const verifyEmail = endpoint({
  method: "POST",
  path: "/user/verify",
  access: "anyone",
  input: z.object({ token }),
  output: Done,
  errors: ["link.expired"],
});
