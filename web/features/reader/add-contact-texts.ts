/** All texts about adding a sender to the address book. */
export const addContactTexts = {
  add: "Add to contacts",
  known: "In your contacts",
  done: (name: string) => `${name} is in your contacts`,
  undone: (name: string) => `${name} was removed from your contacts`,
  failed: "The contact could not be saved.",
} as const;
