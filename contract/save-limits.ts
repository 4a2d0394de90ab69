/** Bounds of what is written down of a message elsewhere, as plain values. */
export const saveLimits = {
  titleLength: 250,
  items: 20,
  itemLength: 300,
} as const;
