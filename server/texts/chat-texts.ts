/** Texts of messages in Slack and Telegram. */
export const chatTexts = {
  noSubject: "(No Subject)",
  unknownSender: "Unknown",
  highPriority: "High priority",
  openInInlet: "Open in Inlet",
  reply: "Reply",
  send: "Send",
  summary: "AI Summary",
  archive: "Archive",
  snooze: "Snooze",
  nothingToSummarize: "There is nothing to summarize.",
  brief: {
    title: (day: string) => `Your brief for ${day}`,
    answer: "Needs your answer",
    deadlines: "Due soon",
    waiting: "Waiting for",
    nothing: "You're all caught up.",
    more: (count: number) => `and ${count} more`,
    rest: (count: number) => `${count} other new ${count === 1 ? "email" : "emails"}`,
    open: "Open the brief",
  },
} as const;
