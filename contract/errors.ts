import { accountErrors } from "./mail/account-errors.ts";
import { adminErrors } from "./admin/admin-errors.ts";
import { contactErrors } from "./mail/contact-errors.ts";
import { savedSearchErrors } from "./mail/saved-search-errors.ts";
import { searchErrors } from "./mail/search-errors.ts";
import { integrationErrors } from "./integrations/integration-errors.ts";
import { safetyErrors } from "./auth/safety-errors.ts";
import { sendErrors } from "./mail/send-errors.ts";
import { socialErrors } from "./auth/social-errors.ts";
import { hostErrors } from "./admin/host-errors.ts";
import { apiClientErrors } from "./auth/api-client-errors.ts";

/** All errors that the server may respond with. The code is the contract; the message is its default English text. */
export const errors = {
  // Any endpoint may return these, and the errors of the disk and the file store.
  "input.invalid": { status: 400, message: "The request is not valid." },
  "session.required": { status: 401, message: "Please sign in." },
  "request.too_many": { status: 429, message: "Too many requests. Please try again later." },
  internal: { status: 500, message: "Something went wrong" },
  ...apiClientErrors,
  ...hostErrors,

  "endpoint.not_found": { status: 404, message: "Not Found" },
  "request.too_large": { status: 413, message: "The request is too large." },

  "signup.fields_required": { status: 400, message: "All fields are required." },
  "signup.password_too_short": {
    status: 400,
    message: "Password must be at least 8 characters.",
  },
  "signup.email_invalid": { status: 400, message: "Please enter a valid email address." },
  "signup.email_taken": { status: 409, message: "An account with this email already exists." },
  "signup.closed": { status: 403, message: "Registration is closed on this server." },
  "signup.invite_required": {
    status: 403,
    message: "Registration on this server needs an invitation link.",
  },
  "login.fields_required": { status: 400, message: "All fields are required" },
  "login.failed": { status: 401, message: "Failed to login. Please check your credentials." },
  "login.too_many": {
    status: 429,
    message: "Too many failed sign-ins. Please wait a while and try again.",
  },
  "login.second_factor_required": {
    status: 401,
    message: "Please enter the code from your authenticator app.",
  },
  "login.wrong_code": {
    status: 401,
    message: "That code is incorrect or has already been used.",
  },
  "link.expired": {
    status: 410,
    message: "This link is no longer valid. Please ask for a new one.",
  },
  "host.no_mail": { status: 422, message: "This server is not set up to send email." },
  "login.passkey_refused": {
    status: 401,
    message: "This passkey was not accepted. Please sign in with your password.",
  },
  "profile.name_required": { status: 400, message: "Name is required" },
  "avatar.too_large": { status: 413, message: "Pictures can be at most 256 kB." },
  "avatar.not_an_image": {
    status: 422,
    message: "Choose a PNG or WebP picture up to 512 × 512 pixels.",
  },
  "avatar.not_found": { status: 404, message: "This picture does not exist." },

  "password.wrong": { status: 403, message: "Incorrect password." },
  ...socialErrors,
  "session.not_found": { status: 404, message: "This device is no longer signed in." },
  "authenticator.is_on": {
    status: 409,
    message: "Two-factor authentication is already on.",
  },
  "authenticator.not_started": {
    status: 409,
    message: "Two-factor authentication is not set up.",
  },
  "authenticator.wrong_code": {
    status: 422,
    message: "That code is incorrect. Check that your phone's clock is set correctly.",
  },
  "passkey.not_added": {
    status: 422,
    message: "This passkey could not be added. Please try again.",
  },
  "passkey.not_found": { status: 404, message: "This passkey no longer exists." },
  "user.not_confirmed": {
    status: 400,
    message: "Please type your email address to confirm.",
  },
  "user.last_admin": {
    status: 409,
    message: "You are the only administrator. Make someone else an administrator first.",
  },

  "account.not_found": { status: 404, message: "This email account no longer exists." },
  "account.duplicate": { status: 409, message: "This email account is already connected." },
  "account.bad_login": {
    status: 422,
    message: "The mail server did not accept this address and password.",
  },
  "account.app_password": {
    status: 422,
    message: "This provider needs an app password instead of your usual one.",
  },
  // One text for refused, unreachable and forbidden addresses, so the form cannot be used as a port scanner.
  "account.unreachable": {
    status: 422,
    message: "The mail server could not be reached. Please check the host and the port.",
  },
  "account.certificate": {
    status: 422,
    message: "The mail server's certificate could not be verified.",
  },
  "account.certificate_changed": {
    status: 422,
    message: "The mail server's certificate has changed. Check that you trust the new one.",
  },
  "account.not_imap": {
    status: 422,
    message: "There is no IMAP server at this host and port.",
  },
  "account.encryption_required": {
    status: 422,
    message: "The mail server does not offer an encrypted connection on this port.",
  },
  "account.password_needed": {
    status: 422,
    message: "Enter the password again to use it with a different server.",
  },
  "account.provider_only": {
    status: 422,
    message:
      "This account signs in through its provider, which works only with the provider's own servers. A different outgoing server needs its own password.",
  },
  "account.smtp_failed": {
    status: 422,
    message: "The outgoing mail server did not accept these settings.",
  },
  "account.smtp_not_found": {
    status: 422,
    message: "The outgoing mail server could not be found. Please fill it in.",
  },
  "account.reconnect": {
    status: 422,
    message: "Inlet lost access to this account. Please reconnect it.",
  },
  "account.add_failed": { status: 422, message: "Failed to add account" },

  "oauth.not_set_up": {
    status: 422,
    message: "Signing in with this provider is not set up on this server.",
  },
  "oauth.bad_state": {
    status: 400,
    message: "This sign-in was started elsewhere or took too long. Please start again.",
  },
  "oauth.denied": { status: 422, message: "The provider did not give access to the mailbox." },
  "oauth.failed": {
    status: 502,
    message: "The provider did not answer as expected. Please try again.",
  },
  "oauth.wrong_address": {
    status: 409,
    message: "You signed in with a different address.",
  },

  "disk.full": {
    status: 503,
    message:
      "This server's disk is full. No mail is lost: it stays on the mail server until there is space.",
  },
  "folder.not_found": { status: 404, message: "This folder does not exist." },
  "list.bad_cursor": { status: 400, message: "This page of the list is no longer available." },
  "message.not_found": { status: 404, message: "This email no longer exists." },
  "message.source_unavailable": {
    status: 503,
    message: "Could not get this email from the mail server. Please try again.",
  },
  "attachment.not_found": { status: 404, message: "This attachment no longer exists." },
  ...searchErrors,

  "send.failed": { status: 422, message: "Failed to send email. Please try again." },
  "send.no_copy": {
    status: 422,
    message: "Sent, but the copy could not be saved to Sent. Inlet will keep trying.",
  },
  "send.no_recipient": { status: 400, message: "Please add at least one recipient." },
  "send.fields_required": { status: 400, message: "A subject and a message are required." },
  "send.bad_address": { status: 400, message: "One of the addresses is not valid." },
  "send.not_set_up": {
    status: 422,
    message: "Sending is not set up for this email account.",
  },
  "send.address_not_ascii": {
    status: 422,
    message: "This mail server does not support non-English characters in addresses.",
  },
  "send.other_content": {
    status: 422,
    message: "This email was already sent. Check your Outbox first.",
  },
  "send.too_late": { status: 409, message: "This email has already been sent." },
  "outbox.not_found": { status: 404, message: "This outgoing email does not exist." },
  "upload.not_found": { status: 400, message: "An attached file is no longer available." },
  "upload.too_large": { status: 413, message: "This file is too large to attach." },

  "upload.wrong_offset": {
    status: 409,
    message: "The upload was interrupted. Please try again.",
  },

  "snooze.in_the_past": { status: 400, message: "Please choose a time in the future." },
  "change.other_content": {
    status: 422,
    message: "This idempotency key was used for a different request.",
  },
  "undo.too_late": { status: 409, message: "This can no longer be undone." },
  "rule.does_nothing": { status: 422, message: "Choose at least one action." },
  "journal.not_found": { status: 404, message: "This entry is no longer in the rule history." },
  "rule.too_wide": { status: 422, message: "This would match every email. Add a condition." },
  "rule.too_many": { status: 409, message: "There are too many rules. Remove one first." },
  "label.exists": { status: 409, message: "A label with this name already exists." },
  "folder.refused": { status: 422, message: "The mail server could not create this folder." },

  "draft.conflict": {
    status: 409,
    message: "This draft was changed on another device. Your text is saved as a new draft.",
  },
  "draft.gone": { status: 404, message: "This draft was sent or deleted." },
  "identity.last": { status: 409, message: "Each account needs at least one sender." },
  "receipt.not_asked": { status: 409, message: "This email does not ask for a read receipt." },

  "import.too_large": { status: 413, message: "This file is too large to import." },
  "import.limit": {
    status: 409,
    message: "Your running imports are too large in total. Please wait until one has finished.",
  },
  "import.not_found": { status: 404, message: "This import does not exist." },
  "import.no_mail": { status: 422, message: "No emails found in this file." },
  "import.over_quota": {
    status: 422,
    message: "The mailbox is full. Some emails were not imported.",
  },
  "import.damaged": {
    status: 422,
    message: "This file is damaged. The emails before the damage were imported.",
  },
  "export.refused": { status: 403, message: "This download is no longer available." },

  "unsubscribe.not_offered": { status: 409, message: "This sender offers no way to unsubscribe." },
  "unsubscribe.failed": {
    status: 502,
    message: "Unsubscribing failed. Try the link in the email.",
  },

  ...integrationErrors,
  ...contactErrors,
  ...savedSearchErrors,
  ...safetyErrors,
  ...accountErrors,
  ...sendErrors,
  ...adminErrors,
  "slack.not_configured": { status: 422, message: "Slack is not configured on this server" },
  "slack.not_available": { status: 422, message: "Slack is not available on this server yet" },
  "slack.not_connected": { status: 404, message: "This Slack workspace is not connected." },

  "ai.no_model": { status: 409, message: "No AI model is set up. Add one first." },
  "ai.model_off": { status: 422, message: "No AI model is set up and turned on." },
  "ai.own_refused": {
    status: 403,
    message: "Your administrator does not allow personal AI models.",
  },
  "ai.address_needed": { status: 400, message: "Please enter the address of the model's server." },
  "ai.address_refused": {
    status: 422,
    message:
      "This server may not connect to that address. Your administrator can allow private addresses by name.",
  },
  "replies.id_required": { status: 400, message: "Email ID is required to generate replies" },
  "replies.failed": { status: 500, message: "Failed to generate reply suggestions" },
  "templates.failed": { status: 500, message: "Failed to generate email templates" },
  "template.fields_required": {
    status: 400,
    message: "Please give the template a name and a text.",
  },
  "template.name_taken": { status: 409, message: "A template with this name already exists." },
  "template.too_many": { status: 422, message: "You have reached the limit for templates." },
  "ai.failed": { status: 502, message: "The AI model gave no usable answer. Please try again." },
  "assistant.failed": { status: 500, message: "Failed to process chat request" },

  "image.refused": { status: 403, message: "This image cannot be shown." },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errors;

/** Errors that every endpoint may return besides its own codes. */
export const commonErrors = [
  "input.invalid",
  "session.required",
  "token.scope",
  "token.account",
  "token.approval",
  "request.too_many",
  "request.too_large",
  "request.too_slow",
  "server.busy",
  "disk.full",
  "disk.read_only",
  "storage.unavailable",
  "internal",
] as const satisfies readonly ErrorCode[];
