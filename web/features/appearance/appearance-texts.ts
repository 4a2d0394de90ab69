/** Texts of the appearance tab that no other page needs. */
export const appearanceTexts = {
  theme: "Theme",
  themeHint: "How Inlet looks on this device.",
  light: "Light",
  dark: "Dark",
  system: "System",
  language: "Language",
  languageHint: "The language of Inlet itself. Dates and numbers follow your browser.",
  browserLanguage: "Same as the browser",
  conversations: "Conversations",
  conversationsHint: "Group an email and its replies in one row.",
  mailDark: "Dark emails",
  mailDarkHint: "In the dark theme, show emails with their own colors dark too.",
  summaries: "Summaries in the list",
  summariesHint: "Show a one-line summary in the list instead of the first words.",
} as const;
