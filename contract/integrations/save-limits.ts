/** Limits for the content that is saved for a message at an external service, as plain values. */
export const saveLimits = {
  titleLength: 250,
  items: 20,
  itemLength: 300,
} as const;
