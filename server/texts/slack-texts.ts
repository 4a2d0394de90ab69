/** Texts of messages and forms in Slack. */
export const slackTexts = {
  from: (sender: string) => `From ${sender}`,
  to: (recipients: string) => `To ${recipients}`,
  snoozes: {
    later: "In three hours",
    tomorrow: "Tomorrow morning",
    week: "Next Monday morning",
  },
  archived: "Archived from Slack",
  snoozed: (until: string) => `Snoozed from Slack until ${until}`,
  summaryOf: (summary: string) => `Summary: ${summary}`,
  form: { title: "Reply", cancel: "Cancel", words: "Your reply" },
  noReply: "You cannot reply to this email.",
  gone: "This email is no longer in Inlet.",
  noOneToReplyTo: "This email has no one to reply to.",
  empty: "Write something first.",
  sent: (to: string) => `Your reply to ${to} is on its way.`,
  test: "This is a test by Inlet. The emails you chose will be posted here.",
} as const;
