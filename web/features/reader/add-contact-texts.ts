/** What is said of putting a sender into the address book, spelled once. */
export const addContactTexts = {
  add: "Add to contacts",
  known: "In your contacts",
  done: (name: string) => `${name} is in your contacts`,
  undone: (name: string) => `${name} was removed from your contacts`,
  failed: "The contact could not be saved.",
} as const;
