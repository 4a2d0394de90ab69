/** Limits for searches and saved searches. They are separate from the other limits, which every page loads. */
export const searchLimits = {
  /** Maximum number of words and operators in one search. */
  things: 30,
  saved: 100,
  savedNameMaxLength: 100,
} as const;
