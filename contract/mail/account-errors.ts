import { limits } from "../limits.ts";

/** Reasons why an account that was added is not in sync with its mail server: a part of the catalog in errors.ts. */
export const accountErrors = {
  // For an account that has worked. The message at runtime names the host and the time.
  "account.no_answer": {
    status: 503,
    message: "The mail server has not responded for some time. Your changes are waiting.",
  },
  "account.answer_too_large": {
    status: 422,
    message: "The mail server's responses are too large or never end.",
  },
  "account.too_many_folders": {
    status: 422,
    message: `This account has more than ${limits.folders.toLocaleString("en-US")} folders.`,
  },
  "account.throttled": {
    status: 503,
    message: "The mail server asked Inlet to wait. Inlet will continue automatically.",
  },
  // The message at runtime names the folders and the counts.
  "account.unreadable": {
    status: 502,
    message: "Some emails could not be read from the mail server.",
  },
  "account.password_refused": {
    status: 422,
    message: "The mail server no longer accepts this password. Please enter the new one.",
  },
  "account.over_quota": {
    status: 422,
    message: "This mailbox is full. Delete some of its mail, or ask the provider for more space.",
  },
  "account.sync_failed": {
    status: 502,
    message: "The mail server did not answer as expected. Inlet keeps trying.",
  },
} as const satisfies Record<string, { status: number; message: string }>;
