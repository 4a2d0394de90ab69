/** Names of the splits of the inbox that every user has. */
export const splitTexts = {
  all: "All",
  important: "Important",
  reply: "Needs reply",
  waiting: "Waiting",
  other: "Other",
} as const;
