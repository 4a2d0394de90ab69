/** The sidebar's way to the address book, spelled once. */
export const contactsLinkTexts = { contacts: "Contacts" } as const;
