/** Texts of the quick look. */
export const quickLookTexts = {
  title: "Quick look",
} as const;
