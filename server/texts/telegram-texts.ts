/** Texts of the bot's messages in Telegram. */
export const telegramTexts = {
  sentMail: (subject: string) => `Sent: ${subject}`,
  notSent: "Not sent:",
  worksAgain: (account: string) => `${account} works again.`,
  needsAttention: (account: string, reason: string) => `${account} needs attention: ${reason}`,
  test: "This is a test by Inlet. Alerts arrive here.",
  disconnected: "This chat is no longer connected to Inlet.",
  paired: "This chat is connected to Inlet. Choose your alerts in Settings → Integrations.",
  expired:
    "This link has been used or has expired. Please get another in Inlet, Settings → Integrations.",
  hint: "Reply to one of my messages, and I will ask you whether to send what you wrote.",
  unknown: "I can no longer find this email. Please open it in Inlet.",
  prompt: (to: string) => `What should I answer to ${to}? Write it as a reply to this message.`,
  ask: (to: string) => `Send to ${to}?`,
  lost: "Your text is no longer available. Please write it again.",
  tooMany: "A reply would go to more addresses than I can show. Please write it in Inlet.",
  archived: "Archived.",
  snoozed: "Snoozed until tomorrow morning.",
  sent: (to: string) => `Your reply to ${to} is being sent.`,
} as const;
