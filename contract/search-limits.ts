/** What bounds searches, and those that are kept. Apart from the other limits, which every page carries. */
export const searchLimits = {
  /** Of words and operators that one search asks for. */
  things: 30,
  saved: 100,
  savedNameMaxLength: 100,
} as const;
