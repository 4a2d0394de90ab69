/** The categories of mail as plain values, for pages that list them without a schema. */
export const categories = [
  "Work",
  "Personal",
  "Finance",
  "Social",
  "Promotions",
  "Updates",
  "Spam",
] as const;

export const priorities = ["High", "Medium", "Low"] as const;

/** The turn of a conversation: the user owes an answer, or awaits one, or there is only information. */
export const turns = ["reply", "waiting", "fyi"] as const;

/** The side that owes an answer: the correspondent, or the user. */
export const followUpKinds = ["they-owe", "you-owe"] as const;
