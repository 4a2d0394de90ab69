import { countEmails } from "#/lib/count-emails.ts";

/** Texts of the daily brief. */
export const briefTexts = {
  title: "Daily brief",
  since: (time: string) => `New since ${time}`,
  answer: "You must answer",
  deadlines: "Deadlines",
  waiting: "You are waiting on",
  rest: "Everything else",
  more: (count: number) => `and ${count} more`,
  today: "Today",
  tomorrow: "Tomorrow",
  sent: (day: string) => `Asked ${day}`,
  noSubject: "(No Subject)",
  unknown: "Unknown",
  total: (count: number) => `${countEmails(count)} ${count === 1 ? "needs" : "need"} no action`,
  unclassified: "Not classified yet",
  nothing: "You're all caught up",
  nothingHint: "No questions to answer, no deadlines this week, and no replies outstanding.",
  local: "Made on this server without AI models",
  hour: "Schedule your daily brief",
  failed: "Could not create the brief",
  retry: "Try again",
  pending: "Putting your brief together…",
  short: {
    answer: (count: number) => `${count} to answer`,
    deadlines: (count: number) => `${count} ${count === 1 ? "deadline" : "deadlines"}`,
    waiting: (count: number) => `waiting on ${count}`,
  },
  read: "Read it",
  dismiss: "Not today",
} as const;
