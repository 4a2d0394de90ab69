/** Sentences of the appearance tab that no other page needs. */
export const appearanceTexts = {
  theme: "Theme",
  themeHint: "How Inlet looks on this device.",
  light: "Light",
  dark: "Dark",
  system: "System",
  conversations: "Conversations",
  conversationsHint: "Emails that answer one another stand in one row.",
  mailDark: "Dark emails",
  mailDarkHint: "In the dark theme, emails with colours of their own are turned dark too.",
  summaries: "Summaries in the list",
  summariesHint: "Rows say in one line what an email says, instead of how it begins.",
} as const;
