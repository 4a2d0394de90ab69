/** Errors of signing in with an external provider, and of having no password. */
export const socialErrors = {
  "login.token_refused": {
    status: 401,
    message: "This sign-in is no longer valid. Please start again.",
  },
  "password.sign_in_again": {
    status: 403,
    message: "Please sign in again, then retry within 10 minutes.",
  },
  "social.not_set_up": {
    status: 422,
    message: "This sign-in provider is not set up on this server.",
  },
  "social.bad_state": {
    status: 409,
    message: "This sign-in expired or started in another browser. Please start again.",
  },
  "social.denied": { status: 422, message: "The provider was not allowed to share your identity." },
  "social.failed": {
    status: 502,
    message: "The provider could not confirm your identity. Please try again.",
  },
  "social.taken": {
    status: 409,
    message: "This account is linked to another user.",
  },
  "social.not_found": { status: 404, message: "This provider is no longer connected." },
  "social.last_way": {
    status: 409,
    message: "This is your only sign-in method. Set a password first.",
  },
} as const satisfies Record<string, { status: number; message: string }>;
