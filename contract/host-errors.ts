/** What concerns the machine and whoever runs it: a part of the catalogue in errors.ts. */
export const hostErrors = {
  "metrics.closed": {
    status: 403,
    message:
      "These figures are for whoever runs the server: with its token, or on its own machine.",
  },
  "storage.unavailable": {
    status: 503,
    message:
      "The file store of this server does not answer. Nothing is lost: please try again in a moment.",
  },
} as const;
