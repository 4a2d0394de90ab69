/** The kinds of mail that there are, as plain values: a page that lists them needs no schema. */
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

/** Whose turn it is in a conversation: the person owes an answer, or waits for one; or there is just something to know. */
export const turns = ["reply", "waiting", "fyi"] as const;
