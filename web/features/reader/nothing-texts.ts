/** What stands where no mail is open. Apart from the reader's other words: it is there with the first paint. */
export const nothingTexts = {
  title: "Select an email",
  hint: "Choose a message from the list to read it here.",
} as const;
