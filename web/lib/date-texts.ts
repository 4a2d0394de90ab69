/** Texts of times. Intl formats the dates themselves, in the user's locale. */
export const dateTexts = {
  yesterday: "Yesterday",
  daysAgo: (days: number) => `${days} days ago`,
  dayAt: (day: string, time: string) => `${day}, ${time}`,
  weekdayAt: (weekday: string, time: string) => `${weekday} ${time}`,
} as const;
