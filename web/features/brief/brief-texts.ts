import { countEmails } from "#/lib/count-emails.ts";

/** Texts of the daily brief. */
export const briefTexts = {
  title: "Daily brief",
  since: (time: string) => `New since ${time}`,
  answer: "Needs your reply",
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
  finished: "Nothing is left to do here.",
  reply: "Reply",
  nudge: "Write a nudge",
  done: "Done",
  snooze: "Snooze",
  progress: (done: number, total: number) => `${done} of ${total}`,
  whole: "See the whole brief",
  nextDeadline: "Next deadline",
  keyOfDay: "Key of the day",
  /** The day in one sentence, by the number of lines and the hour. */
  weather: (count: number, hour: number) => {
    const time = hour < 12 ? "morning" : hour < 18 ? "afternoon" : "evening";
    return count <= 3 ? `A quiet ${time}` : count <= 10 ? `A steady ${time}` : `A busy ${time}`;
  },
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
