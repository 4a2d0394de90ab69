/** Every failure the server may answer with. The code is the contract; the message is its default English. */
export const errors = {
  // Any endpoint may answer these four.
  "input.invalid": { status: 400, message: "The request is not valid." },
  "session.required": { status: 401, message: "Please sign in." },
  "request.too_many": { status: 429, message: "Too many requests. Please try again later." },
  internal: { status: 500, message: "Something went wrong" },

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
  "profile.name_required": { status: 400, message: "Name is required" },

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
  // One text for refused, unreachable and forbidden addresses, so that the form is no port scanner.
  "account.unreachable": {
    status: 422,
    message: "The mail server could not be reached. Please check the host and the port.",
  },
  "account.certificate": {
    status: 422,
    message: "The mail server's certificate could not be verified.",
  },
  "account.not_imap": {
    status: 422,
    message: "There is no IMAP server at this host and port.",
  },
  "account.encryption_required": {
    status: 422,
    message: "The mail server does not offer an encrypted connection on this port.",
  },
  "account.smtp_failed": {
    status: 422,
    message: "The outgoing mail server did not accept these settings.",
  },
  "account.sync_failed": {
    status: 502,
    message: "The mail server did not answer as expected. Inlet keeps trying.",
  },
  "account.add_failed": { status: 422, message: "Failed to add account" },

  "folder.not_found": { status: 404, message: "This folder does not exist." },
  "list.bad_cursor": { status: 400, message: "This page of the list is no longer available." },
  "message.not_found": { status: 404, message: "This email no longer exists." },
  "message.source_unavailable": {
    status: 503,
    message: "The mail server did not hand out this email. Please try again.",
  },
  "attachment.not_found": { status: 404, message: "This attachment no longer exists." },
  "search.too_short": { status: 400, message: "Type at least 2 characters to search." },

  "send.failed": { status: 422, message: "Failed to send email. Please try again." },
  "send.no_recipient": { status: 400, message: "Please add at least one recipient." },
  "send.bad_address": { status: 400, message: "One of the addresses is not valid." },
  "send.not_set_up": {
    status: 422,
    message: "Sending is not set up for this email account.",
  },
  "send.too_late": { status: 409, message: "This email has already been sent." },
  "outbox.not_found": { status: 404, message: "This outgoing email does not exist." },
  "upload.not_found": { status: 400, message: "An attached file is no longer available." },
  "upload.too_large": { status: 413, message: "This file is too large to attach." },

  "image.refused": { status: 403, message: "This image cannot be shown." },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errors;

/** What every endpoint may answer besides its own codes. */
export const commonErrors = [
  "input.invalid",
  "session.required",
  "request.too_many",
  "request.too_large",
  "internal",
] as const satisfies readonly ErrorCode[];
