/** Every sentence about mail that cannot be summed up, spelled once. */
export const summaryTexts = {
  empty: "This email has no text.",
  pictures: "This email contains only images; there is no text to summarize.",
  attached: (names: string) => `This email has no text, only attachments: ${names}`,
  /** Where not all of them have a name. */
  files: (count: number) =>
    count === 1
      ? "This email has no text, only an attachment."
      : `This email has no text, only ${count} attachments.`,
  encrypted: "This email is encrypted, so it cannot be summarized here.",
  onlyBeginning: "This email is very long; only its beginning was read.",
  forwarded: "Summarized from the forwarded email.",
  answered: "This email has no text of its own; summarized from the quoted text.",
  /** After why the model gave nothing. */
  noModel: (why: string) => `${why} This was made on this server.`,
  language:
    "The AI model answered in a different language than the email, so this was made on this server.",
  ungrounded:
    "The AI model's summary was not supported by the email, so this was made on this server.",
  newsletter: (name: string) => `Newsletter from ${name}: `,
} as const;
