/** Every sentence about mail that cannot be summed up, spelled once. */
export const summaryTexts = {
  empty: "This email has no text.",
  pictures: "This email is made of pictures; there is no text to summarize.",
  attached: (names: string) => `This email has no text, only attachments: ${names}`,
  /** Where not all of them have a name. */
  files: (count: number) =>
    count === 1
      ? "This email has no text, only an attachment."
      : `This email has no text, only ${count} attachments.`,
  encrypted: "This email is encrypted, so it cannot be summarized here.",
  onlyBeginning: "This email is very long; only its beginning was read.",
  forwarded: "Summarized from the forwarded email.",
  answered: "This email has no words of its own; summarized from what it quotes.",
  /** After why the model gave nothing. */
  noModel: (why: string) => `${why} This was made on this server.`,
  language:
    "The AI model answered in another language than the email's, so this was made on this server.",
  ungrounded:
    "What the AI model wrote did not hold up against the email, so this was made on this server.",
  newsletter: (name: string) => `Newsletter from ${name}: `,
} as const;
