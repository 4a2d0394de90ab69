/** Sentences of the appearance tab that no other page needs. */
export const appearanceTexts = {
  mailDark: "Dark emails",
  mailDarkHint: "In the dark theme, emails with colours of their own are turned dark too.",
} as const;
