/** What concerns the machine and whoever runs it: a part of the catalogue in errors.ts. */
export const hostErrors = {
  "metrics.closed": {
    status: 403,
    message:
      "These figures are for whoever runs the server: with its token, or on its own machine.",
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
      "The disk of this server cannot be written to. Nothing is lost: mail waits on the mail server until it can.",
  },
  "storage.unavailable": {
    status: 503,
    message:
      "The file store of this server does not answer. Nothing is lost: please try again in a moment.",
  },

  "demo.fields_required": { status: 400, message: "Please fill in your name and your email." },
  "demo.email_invalid": { status: 400, message: "Please enter a valid email address." },
  "demo.in_the_past": { status: 400, message: "Please choose a time in the future." },

  "push.refused": {
    status: 422,
    message: "This server cannot reach the push service of this browser.",
  },
} as const;
