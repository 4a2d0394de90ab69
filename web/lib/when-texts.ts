/** Texts of the fields that read a time in words. */
export const whenTexts = {
  example: "fri 9, in 3 days",
  dayExample: "yesterday, last fri, 3 nov",
  calendar: "Open calendar",
  unreadable: "Write a time such as “tomorrow 9”, “in 3 days” or “fri”.",
} as const;
