/** What bounds searches that are kept. Apart from the other limits, which every page carries. */
export const searchLimits = {
  saved: 100,
  savedNameMaxLength: 100,
} as const;
