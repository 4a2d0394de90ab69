/** Times as they are said, spelled once. Dates themselves are written by Intl, as the person writes them. */
export const dateTexts = {
  yesterday: "Yesterday",
  daysAgo: (days: number) => `${days} days ago`,
  dayAt: (day: string, time: string) => `${day}, ${time}`,
  weekdayAt: (weekday: string, time: string) => `${weekday} ${time}`,
} as const;
