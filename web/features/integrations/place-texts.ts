const shared = {
  /** Above the place that is found. */
  choose: "Where shall mail be saved?",
  chooseFirst: "Please choose a place.",
  connect: "Connect",
  connected: (name: string) => `${name} is connected. Save a mail there from its menu or by key.`,
  logTitle: (name: string) => `What was saved to ${name}`,
  remove: "Disconnect",
  removeTitle: (name: string) => `Disconnect ${name}?`,
};

/** Every sentence about places that mail is saved to, spelled once. */
export const placeTexts = {
  ...shared,
  notion: {
    title: "Notion",
    hint: "Mail is saved as a page of a database, or below a page: from its menu, by key, from the palette, or by a rule.",
    none: "Nothing of Notion is connected yet.",
    list: "Your places in Notion",
    add: "Connect Notion",
    token: "Internal integration secret",
    tokenHint:
      "Make an internal integration at notion.so/my-integrations and copy its secret. Then open the database or page in Notion and add the integration under Connections. It is kept encrypted.",
    search: "Words of its title",
    searchHint: "Leave it empty for what was changed last.",
    find: "Find",
    missing: "Please paste the secret.",
    removed: "Notion is disconnected.",
    removeHint:
      "Pages that were made stay. Inlet forgets the secret; delete the integration in Notion to withdraw it there too.",
  },
  trello: {
    title: "Trello",
    hint: "Mail is saved as a card on a list: from its menu, by key, from the palette, or by a rule.",
    none: "Nothing of Trello is connected yet.",
    list: "Your lists in Trello",
    add: "Connect Trello",
    key: "API key",
    keyHint: "Of a Power-Up of yours: trello.com/power-ups/admin.",
    token: "Token",
    tokenHint: "Beside the key, Trello offers to make one by hand. Both are kept encrypted.",
    missing: "Please paste the key and the token.",
    removed: "Trello is disconnected.",
    removeHint:
      "Cards that were made stay. Inlet forgets key and token; withdraw the token in your Trello settings too.",
  },
} as const;
