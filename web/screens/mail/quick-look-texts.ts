/** Texts of the quick look. */
export const quickLookTexts = {
  title: "Quick look",
  close: "Release Space to close",
} as const;
