/** What concerns the machine and whoever runs it: a part of the catalogue in errors.ts. */
export const hostErrors = {
  "metrics.closed": {
    status: 403,
    message:
      "These figures are for whoever runs the server: with its token, or on its own machine.",
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
} as const;
