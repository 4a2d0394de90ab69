/** Every sentence about mail that cannot be summed up, spelled once. */
export const summaryTexts = {
  empty: "This email has no text.",
  pictures: "This email is made of pictures; there is no text to summarize.",
  attached: (names: string) => `This email has no text, only attachments: ${names}`,
  encrypted: "This email is encrypted, so it cannot be summarized here.",
  onlyBeginning: "This email is very long; only its beginning was read.",
  forwarded: "Summarized from the forwarded email.",
  answered: "This email has no words of its own; summarized from what it quotes.",
  noModel: "The AI model did not answer, so this was made on this server.",
  ungrounded:
    "What the AI model wrote did not hold up against the email, so this was made on this server.",
  newsletter: (name: string) => `Newsletter from ${name}: `,
} as const;
