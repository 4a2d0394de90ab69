/** Texts of the quick look. */
export const quickLookTexts = {
  title: "Quick look",
  noSubject: "(No Subject)",
} as const;
