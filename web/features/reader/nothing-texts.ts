/** Texts shown while no message is open. They are separate from the reader's other texts because the first paint needs them. */
export const nothingTexts = {
  title: "Select an email",
  hint: "Choose a message from the list to read it here.",
} as const;
