import { mails } from "#/lib/count-mails.ts";

/** Every sentence of the daily brief, spelled once. */
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
  noSubject: "(No subject)",
  unknown: "Unknown",
  total: (count: number) => `${mails(count)} that need nothing of you now`,
  unsorted: "Not sorted yet",
  nothing: "Nothing waits for you",
  nothingHint: "No questions to answer, no deadlines this week, and nobody owes you an answer.",
  local: "Made on this server without AI models",
  hour: "Have it announced at an hour of yours",
  failed: "The brief could not be made",
  retry: "Try again",
  pending: "Putting your brief together...",
  short: {
    answer: (count: number) => `${count} to answer`,
    deadlines: (count: number) => `${count} ${count === 1 ? "deadline" : "deadlines"}`,
    waiting: (count: number) => `waiting on ${count}`,
  },
  read: "Read it",
  dismiss: "Not today",
} as const;
