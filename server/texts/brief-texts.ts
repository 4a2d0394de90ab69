/** Texts of the daily brief, by email and as a notification. */
export const briefTexts = {
  subject: (day: string, short: string) => `Your brief for ${day}${short && `: ${short}`}`,
  since: (moment: string) => `New since ${moment}`,
  answer: "Needs your reply",
  deadlines: "Deadlines",
  waiting: "You are waiting on",
  nothing: "You're all caught up.",
  more: (count: number) => `and ${count} more`,
  rest: (count: number, named: string) =>
    `Besides, ${count} ${count === 1 ? "email" : "emails"}: ${named}.`,
  restOf: (count: number, category: string) => `${count} ${category}`,
  unclassified: "not classified yet",
  noSubject: "(No Subject)",
  today: "Today",
  tomorrow: "Tomorrow",
  all: (link: string) => `All of it: ${link}`,
  open: "Open the brief",
  settings: "Settings",
  made: "Made on this server without AI models.",
  daily: (time: string) => `It comes every day at ${time}. To stop it, turn off “Daily summary”:`,
  short: {
    answer: (count: number) => `${count} to answer`,
    deadlines: (count: number) => `${count} ${count === 1 ? "deadline" : "deadlines"}`,
    waiting: (count: number) => `waiting on ${count}`,
  },
  note: "Your daily brief",
} as const;
