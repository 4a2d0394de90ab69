/** Texts of the local AI about itself and about models. None comes from an email. */
export const aiTexts = {
  made: {
    here: "Made on this server without AI models",
    by: (model: string, host: string) => `Made by ${model} via ${host}`,
  },
  /** Reasons why a model returned nothing, by code (ai/model/port.ts). */
  failures: {
    unreachable: "The AI model could not be reached.",
    slow: "The AI model took too long.",
    "refused-key": "The AI model did not accept its key.",
    "out-of-quota": "The AI model's quota is used up.",
    "over-budget": "Your AI budget is used up.",
    "kept-from-models": "You keep this account from AI models.",
    "unusable-answer": "The AI model gave no usable answer.",
    aborted: "The AI model was stopped.",
  },
  summaries: {
    empty: "This email has no text.",
    pictures: "This email contains only images; there is no text to summarize.",
    attached: (names: string) => `This email has no text, only attachments: ${names}`,
    /** Used if some of them have no name. */
    files: (count: number) =>
      count === 1
        ? "This email has no text, only an attachment."
        : `This email has no text, only ${count} attachments.`,
    encrypted: "This email is encrypted, so it cannot be summarized here.",
    onlyBeginning: "This email is very long; only its beginning was read.",
    forwarded: "Summarized from the forwarded email.",
    answered: "This email has no text of its own; summarized from the quoted text.",
    /** Shown after the reason why the model returned nothing. */
    noModel: (why: string) => `${why} This was made on this server.`,
    language:
      "The AI model answered in a different language than the email, so this was made on this server.",
    ungrounded:
      "The AI model's summary was not supported by the email, so this was made on this server.",
    /** Texts before and after the sender's name. */
    newsletter: ["Newsletter from ", ": "],
  },
} as const;
