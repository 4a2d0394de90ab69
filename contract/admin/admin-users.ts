import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { line } from "../fields.ts";
import { SignupInvitationId, UserId } from "../ids.ts";
import { limits } from "../limits.ts";

const Done = z.object({ ok: z.literal(true) });
const password = line(limits.passwordMaxLength).optional().default("");
const role = z.enum(["admin", "user"]);

/** A user as administrators see them, without anything of their mail. */
export const AdminUser = z.object({
  id: UserId,
  name: z.string(),
  email: z.string(),
  role,
  /** The time when the user was disabled; null if they can sign in. */
  disabledAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  /** Recorded about once an hour; null if unknown. */
  lastSeenAt: z.iso.datetime().nullable(),
  accounts: z.number().int(),
  messages: z.number().int(),
  /** Size of the user's mail, by the mail servers' count. */
  bytes: z.number().int(),
});
export type AdminUser = z.infer<typeof AdminUser>;

/** Lists users in the order of their addresses. */
export const listUsers = endpoint({
  method: "GET",
  path: "/admin/users",
  access: "admin",
  scope: null,
  input: z.object({
    /** Part of a name or an address. */
    query: line(200).optional().default(""),
    page: z.coerce.number().int().min(0).max(1_000_000).optional().default(0),
  }),
  output: z.object({ users: z.array(AdminUser), total: z.number().int() }),
  errors: ["admin.required"],
});

/** Grants or revokes the role of administrator, and disables or enables a user. */
export const changeUser = endpoint({
  method: "PATCH",
  path: "/admin/users/{id}",
  access: "admin",
  scope: null,
  input: z.object({
    id: UserId,
    password,
    role: role.optional(),
    isDisabled: z.boolean().optional(),
  }),
  output: z.object({ user: AdminUser }),
  errors: [
    "admin.required",
    "admin.last",
    "admin.yourself",
    "user.not_found",
    "password.wrong",
    "password.sign_in_again",
    "login.too_many",
  ],
});

/** Ends all sessions of the user. API tokens stay valid. */
export const signUserOut = endpoint({
  method: "POST",
  path: "/admin/users/{id}/sign-out",
  access: "admin",
  scope: null,
  input: z.object({ id: UserId }),
  output: Done,
  errors: ["admin.required", "user.not_found"],
});

/**
 * Creates a link by which the user chooses a new password. It is emailed to them, or returned for the administrator to pass on.
 */
export const startUserReset = endpoint({
  method: "POST",
  path: "/admin/users/{id}/reset",
  access: "admin",
  scope: null,
  input: z.object({ id: UserId, password, isMailed: z.boolean() }),
  /** The link, valid for half an hour; null if it was emailed. */
  output: z.object({ url: z.string().nullable() }),
  errors: [
    "admin.required",
    "user.not_found",
    "host.no_mail",
    "password.wrong",
    "password.sign_in_again",
    "login.too_many",
  ],
});

/** Deletes a user with all mail that is stored here. Mail servers keep their copies. */
export const removeUser = endpoint({
  method: "POST",
  path: "/admin/users/{id}/delete",
  access: "admin",
  scope: null,
  input: z.object({
    id: UserId,
    password,
    /** The address of the user to delete. */
    confirmation: line(limits.emailMaxLength).optional().default(""),
  }),
  output: Done,
  errors: [
    "admin.required",
    "admin.last",
    "admin.yourself",
    "user.not_found",
    "user.not_confirmed",
    "password.wrong",
    "password.sign_in_again",
    "login.too_many",
  ],
});

export const SignupInvitation = z.object({
  id: SignupInvitationId,
  /** The only address that may sign up with it; "" for any. */
  email: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});
export type SignupInvitation = z.infer<typeof SignupInvitation>;

const registrationMode = z.enum(["open", "invite", "closed"]);

/** Returns the rules for who may create an account. */
export const readRegistration = endpoint({
  method: "GET",
  path: "/admin/registration",
  access: "admin",
  scope: null,
  input: z.object({}),
  output: z.object({
    mode: registrationMode,
    /** True if INLET_REGISTRATION sets the mode, which then cannot be changed here. */
    isFixed: z.boolean(),
    /** True if an administrator chose the mode; false if it is the default for the address that the server listens on. */
    isChosen: z.boolean(),
    /** True if this server can email the links. */
    sendsMail: z.boolean(),
    invitations: z.array(SignupInvitation),
  }),
  errors: ["admin.required"],
});

export const saveRegistration = endpoint({
  method: "PUT",
  path: "/admin/registration",
  access: "admin",
  scope: null,
  input: z.object({ mode: registrationMode }),
  output: z.object({ mode: registrationMode }),
  errors: ["admin.required", "registration.fixed"],
});

/** Creates a link with which one user can sign up. It is returned once: only its hash is stored. */
export const inviteToSignUp = endpoint({
  method: "POST",
  path: "/admin/invitations",
  access: "admin",
  scope: null,
  input: z.object({
    /** "" for anyone with the link. */
    email: line(limits.emailMaxLength).optional().default(""),
    days: z.number().int().min(1).max(90),
    /** True if the invitation is also emailed to that address. */
    isMailed: z.boolean().optional().default(false),
  }),
  output: z.object({ invitation: SignupInvitation, url: z.string() }),
  errors: ["admin.required", "signup.email_invalid", "signup.email_taken", "host.no_mail"],
});

export const revokeSignupInvitation = endpoint({
  method: "DELETE",
  path: "/admin/invitations/{id}",
  access: "admin",
  scope: null,
  input: z.object({ id: SignupInvitationId }),
  output: Done,
  errors: ["admin.required", "signup_invitation.not_found"],
});
