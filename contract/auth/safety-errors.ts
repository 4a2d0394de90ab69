/** The errors of the catalogue about permissions and quotas. */
export const safetyErrors = {
  "send.limit_hour": {
    status: 429,
    message: "Hourly sending limit reached. Please try again later.",
  },
  "send.limit_day": {
    status: 429,
    message: "Daily sending limit reached. Please try again tomorrow.",
  },
  "send.limit_recipients": {
    status: 429,
    message: "Daily recipient limit reached.",
  },
  "account.limit": {
    status: 429,
    message: "Too many connection attempts. Please try again later.",
  },
  "integration.limit": {
    status: 429,
    message: "Too many integrations connected in a short time. Please try again later.",
  },
  "upload.limit": {
    status: 429,
    message: "Upload storage is full. Send or discard some files first.",
  },
} as const;
