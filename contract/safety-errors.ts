/** What of the catalogue concerns who may do what, and how much of it. */
export const safetyErrors = {
  "send.limit_hour": {
    status: 429,
    message: "You have sent all that one person may send in an hour. Please try again later.",
  },
  "send.limit_day": {
    status: 429,
    message: "You have sent all that one person may send in a day. Please try again tomorrow.",
  },
  "send.limit_recipients": {
    status: 429,
    message: "These are more recipients than one person may write to in a day.",
  },
  "account.limit": {
    status: 429,
    message: "Too many mail servers were tried for you. Please try again later.",
  },
  "integration.limit": {
    status: 429,
    message: "You have connected too much in a short time. Please try again later.",
  },
  "upload.limit": {
    status: 429,
    message: "There is no room for more files that wait to be sent. Send or discard some first.",
  },
} as const;
