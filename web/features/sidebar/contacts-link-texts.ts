/** Text of the sidebar's link to the address book. */
export const contactsLinkTexts = { contacts: "Contacts" } as const;
