/** Of the failures those of signing in elsewhere, and of having no password. */
export const socialErrors = {
  "login.token_refused": {
    status: 401,
    message: "This sign-in is no longer valid. Please begin again.",
  },
  "password.sign_in_again": {
    status: 403,
    message: "You have no password here. Sign out, sign in again, and do this within ten minutes.",
  },
  "social.not_set_up": {
    status: 422,
    message: "This server is not set up for signing in there.",
  },
  "social.bad_state": {
    status: 409,
    message: "This did not begin here, or it took too long. Please begin again.",
  },
  "social.denied": { status: 422, message: "The provider was not allowed to say who you are." },
  "social.failed": {
    status: 502,
    message: "The provider could not be asked who you are. Please try again.",
  },
  "social.taken": {
    status: 409,
    message: "This account signs in somebody else here already.",
  },
  "social.not_found": { status: 404, message: "This is no longer connected." },
  "social.last_way": {
    status: 409,
    message: "It is your only way in. Set a password first.",
  },
} as const satisfies Record<string, { status: number; message: string }>;
