/** Reasons why a queued message was not sent, or may not have been sent: a part of the catalog in errors.ts. */
export const sendErrors = {
  "send.unknown": {
    status: 422,
    message: "We're not sure this email was sent. Check Sent before sending again.",
  },
  // A retry would fail the same way. The mail server's response follows the text.
  "send.refused": {
    status: 422,
    message: "This email was refused, and was not sent to anyone.",
  },
  "send.too_many_recipients": {
    status: 422,
    message: "This email has too many recipients for this mail server, and was not sent to anyone.",
  },
  "send.too_large": { status: 422, message: "This message is larger than the server accepts." },
  "send.no_answer": {
    status: 422,
    message: "The outgoing mail server has not responded for hours.",
  },
} as const satisfies Record<string, { status: number; message: string }>;
