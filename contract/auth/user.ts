import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { line } from "../fields.ts";
import { UserId } from "../ids.ts";
import { limits } from "../limits.ts";

export const User = z.object({
  id: UserId,
  name: z.string(),
  email: z.string(),
  /** The address of their picture, ready for an image element. */
  avatar: z.string().nullable(),
  /** The user's description of themselves. */
  bio: z.string(),
  role: z.enum(["admin", "user"]),
});
export type User = z.infer<typeof User>;

/** A new session. */
export const SignedIn = z.object({ user: User, token: z.string() });

/** Describes in the OpenAPI document which sessions the token opens. */
export const sessionDescription =
  "A browser (a request with the header Origin or Sec-Fetch-Site) gets a token that is valid only together with the " +
  "httpOnly cookie of the same answer: copied out of the page, the token alone is answered with 401. A program, which " +
  "sends neither header, gets no cookie, and its token is valid alone.";

/** Fields may be absent or empty: the response is then an error of the catalog instead of a schema error. */
const field = (maxLength: number) => line(maxLength).optional().default("");

export const register = endpoint({
  method: "POST",
  path: "/user/register",
  access: "anyone",
  description: sessionDescription,
  input: z.object({
    name: field(limits.nameMaxLength),
    email: field(limits.emailMaxLength),
    password: field(limits.passwordMaxLength),
    /** The token from the link that the server prints or an administrator hands out, if one is required. */
    invite: line(200).optional(),
  }),
  output: SignedIn,
  errors: [
    "signup.fields_required",
    "signup.password_too_short",
    "signup.email_invalid",
    "signup.email_taken",
    "signup.closed",
    "signup.invite_required",
  ],
});

export const login = endpoint({
  method: "POST",
  path: "/user/login",
  access: "anyone",
  description: sessionDescription,
  input: z.object({
    email: field(limits.emailMaxLength),
    password: field(limits.passwordMaxLength),
    /** The code of the second factor: from the authenticator app, or a recovery code. */
    code: field(64),
  }),
  output: SignedIn,
  errors: [
    "login.fields_required",
    "login.failed",
    "login.too_many",
    "login.second_factor_required",
    "login.wrong_code",
    "login.disabled",
  ],
});

export const logout = endpoint({
  method: "POST",
  path: "/user/logout",
  access: "user",
  scope: null,
  input: z.object({}),
  output: z.object({ ok: z.literal(true) }),
  errors: [],
});

export const profile = endpoint({
  method: "GET",
  path: "/user/profile",
  access: "user",
  scope: "read",
  input: z.object({}),
  output: z.object({ user: User }),
  errors: [],
});

export const updateProfile = endpoint({
  method: "PUT",
  path: "/user/profile",
  access: "user",
  scope: "settings",
  input: z.object({
    name: field(limits.nameMaxLength),
    /** Absent: no change. */
    bio: z
      .string()
      .max(limits.bioMaxLength)
      .regex(/^[^\0]*$/)
      .optional(),
  }),
  output: z.object({ user: User }),
  errors: ["profile.name_required"],
});

/** Takes a PNG or WebP file as a body of type application/octet-stream: at most 256 kB, and 512 pixels on each side. */
export const saveAvatar = endpoint({
  method: "PUT",
  path: "/user/avatar",
  access: "user",
  scope: "settings",
  carrier: "bytes",
  input: z.object({}),
  output: z.object({ user: User }),
  errors: ["avatar.too_large", "avatar.not_an_image"],
});

export const removeAvatar = endpoint({
  method: "DELETE",
  path: "/user/avatar",
  access: "user",
  scope: "settings",
  input: z.object({}),
  output: z.object({ user: User }),
  errors: [],
});

/** Returns the picture at the URL in a user's `avatar`. */
export const readAvatar = endpoint({
  method: "GET",
  path: "/user/{userId}/avatar",
  access: "signed",
  scope: "read",
  carrier: "file",
  input: z.object({ userId: UserId, signature: line(500).optional() }),
  output: z.unknown(),
  errors: ["avatar.not_found"],
});
