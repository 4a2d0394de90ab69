/** Errors that concern the machine and its operator: a part of the catalogue in errors.ts. */
export const hostErrors = {
  "metrics.closed": {
    status: 403,
    message: "Metrics require the server's token or local access.",
  },
  "request.too_slow": {
    status: 408,
    message: "The request took too long to arrive. Please try again.",
  },
  "server.busy": {
    status: 503,
    message: "The server is busy. Please try again in a moment.",
  },
  "disk.read_only": {
    status: 503,
    message:
      "This server's disk is read-only. No mail is lost: it stays on the mail server until the disk is writable again.",
  },
  "storage.unavailable": {
    status: 503,
    message:
      "This server's file storage is not responding. Nothing is lost. Please try again in a moment.",
  },

  "demo.fields_required": { status: 400, message: "Please fill in your name and your email." },
  "demo.email_invalid": { status: 400, message: "Please enter a valid email address." },
  "demo.in_the_past": { status: 400, message: "Please choose a time in the future." },

  "push.refused": {
    status: 422,
    message: "This server cannot reach the push service of this browser.",
  },
} as const;
