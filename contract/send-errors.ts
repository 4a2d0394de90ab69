/** Why a queued email did not leave, or may not have left: a part of the catalogue in errors.ts. */
export const sendErrors = {
  "send.unknown": {
    status: 422,
    message: "We're not sure this email was sent. Check Sent before sending again.",
  },
  // A try later would end the same way. The mail server's own words follow.
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
