/** Every sentence about address books elsewhere, spelled once. */
export const contactBooksTexts = {
  title: "Address books",
  hint: "What you make, change or delete in your contacts goes to the address book here, and what changes there comes back, within 15 minutes or when you sync.",
  none: "No address book is connected yet.",
  list: "Your address books",
  add: "Connect an address book",
  address: "Address",
  addressHint:
    "Of the contacts server (CardDAV), as in https://dav.example.org. Often your email address or your provider's domain is enough.",
  user: "User name",
  password: "App password",
  passwordHint: "Make one for Inlet in the settings of your provider. It is kept encrypted.",
  missing: "Please fill in the address, the user name and the app password.",
  connect: "Connect",
  choose: "Which address book?",
  chooseFirst: "Please choose an address book.",
  connected: (name: string) =>
    `${name} is connected. Your contacts come in now, and yours go there.`,
  sync: "Sync now",
  syncName: (name: string) => `Sync now: ${name}`,
  sureTitle: "Delete them here too?",
  sureHint: "Who is gone from the server is then deleted from your contacts too.",
  sure: "Delete here too",
  remove: "Disconnect",
  removeTitle: (name: string) => `Disconnect ${name}?`,
  removeHint: "Your contacts stay, here and there. Inlet forgets the password.",
  removed: "The address book is disconnected.",
} as const;
