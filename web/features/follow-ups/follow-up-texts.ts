/** All texts about messages without a reply. */
export const followUpTexts = {
  others: (name: string, count: number) => `${name} +${count}`,
  days: (count: number) =>
    count === 0
      ? "less than a working day"
      : count === 1
        ? "1 working day"
        : `${count} working days`,
  banner: {
    "they-owe": (name: string, days: string) => `${name} has not answered you for ${days}.`,
    "you-owe": (name: string, days: string) =>
      `${name} has been waiting for your answer for ${days}.`,
  },
  nudge: "Write a nudge",
  shortNudge: "Nudge",
  nudgeTo: (name: string) => `Nudge ${name}`,
  byModel: "Write a nudge with AI",
  writing: "Writing…",
  nothingToSay: "Without an AI model, Inlet cannot write in this language. The reply is empty.",
  reply: "Reply",
  replyTo: (name: string) => `Reply to ${name}`,
  failed: "This did not work. Please try again.",
  moreOf: (name: string) => `Reminder about ${name}`,
  tomorrow: "Remind me tomorrow",
  inThreeDays: "Remind me in three days",
  nextWeek: "Remind me next week",
  off: "Don't remind me",
  putOff: (when: string) => `You will be reminded ${when}.`,
  turnedOff: "You will not be reminded about this conversation.",
  answer: {
    hint: "A draft of your answer is ready. Nothing is sent until you send it.",
    open: "Open draft",
    drop: "Not needed",
    dropped: "Draft deleted.",
    gone: "This draft no longer exists.",
  },
} as const;
