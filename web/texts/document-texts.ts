const app = {
  description: "Inlet is a self-hosted mail client that merges several mailboxes into one inbox.",
  unloaded: "Inlet could not be loaded. Please check your connection.",
  retry: "Try again",
  noScript: "Inlet needs JavaScript.",
} as const;

/** The English texts in the HTML files themselves. tools/build.ts replaces them with their translations. */
export const documentTexts = {
  index: app,
  login: app,
  landing: {
    title: "Inlet · All your mail in one quiet place",
    description:
      "Inlet is a self-hosted mail client that merges Gmail, Outlook, Yahoo and every other IMAP mailbox into one calm inbox.",
    shortDescription: "A self-hosted mail client that merges several mailboxes into one inbox.",
  },
  privacy: {
    title: "Privacy · Inlet",
    description: "What this installation of Inlet keeps, where, and what leaves the server.",
  },
} as const;
