import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { line } from "./fields.ts";
import { SignupInvitationId, UserId } from "./ids.ts";
import { limits } from "./limits.ts";

const Done = z.object({ ok: z.literal(true) });
const password = line(limits.passwordMaxLength).optional().default("");
const role = z.enum(["admin", "user"]);

/** Somebody with an account here, as administrators see them: nothing of their mail. */
export const AdminUser = z.object({
  id: UserId,
  name: z.string(),
  email: z.string(),
  role,
  /** Since when they are kept out; null: they are let in. */
  disabledAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  /** Noted about once an hour; null while nobody knows. */
  lastSeenAt: z.iso.datetime().nullable(),
  accounts: z.number().int(),
  messages: z.number().int(),
  /** Of their mail, as the mail servers count it. */
  bytes: z.number().int(),
});
export type AdminUser = z.infer<typeof AdminUser>;

/** In the order of their addresses. */
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

/** Makes an administrator of somebody or no longer, keeps somebody out or lets them in again. */
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

/** Ends every session of theirs; programs keep their tokens. */
export const signUserOut = endpoint({
  method: "POST",
  path: "/admin/users/{id}/sign-out",
  access: "admin",
  scope: null,
  input: z.object({ id: UserId }),
  output: Done,
  errors: ["admin.required", "user.not_found"],
});

/** A link by which they choose a new password: mailed to them, or shown here to be handed over. */
export const startUserReset = endpoint({
  method: "POST",
  path: "/admin/users/{id}/reset",
  access: "admin",
  scope: null,
  input: z.object({ id: UserId, password, isMailed: z.boolean() }),
  /** The link, for half an hour; null where it was mailed. */
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

/** With all their mail here; mail servers keep what they have. */
export const removeUser = endpoint({
  method: "POST",
  path: "/admin/users/{id}/delete",
  access: "admin",
  scope: null,
  input: z.object({
    id: UserId,
    password,
    /** The address of whoever is to be deleted. */
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
  /** The only address that it lets in; "" for any. */
  email: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});
export type SignupInvitation = z.infer<typeof SignupInvitation>;

const registrationMode = z.enum(["open", "invite", "closed"]);

/** Who may make an account. */
export const readRegistration = endpoint({
  method: "GET",
  path: "/admin/registration",
  access: "admin",
  scope: null,
  input: z.object({}),
  output: z.object({
    mode: registrationMode,
    /** INLET_REGISTRATION decides: it is not changed here. */
    isFixed: z.boolean(),
    /** An administrator chose it; else it is what goes with the address that the server listens on. */
    isChosen: z.boolean(),
    /** Whether this server can mail the links. */
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

/** A link that lets one person sign up. It is shown once: only its hash is kept. */
export const inviteToSignUp = endpoint({
  method: "POST",
  path: "/admin/invitations",
  access: "admin",
  scope: null,
  input: z.object({
    /** "" for whoever has the link. */
    email: line(limits.emailMaxLength).optional().default(""),
    days: z.number().int().min(1).max(90),
    /** Whether it is mailed to that address too. */
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
