const shared = {
  /** Heading of the destinations. */
  choose: "Where should emails be saved?",
  chooseFirst: "Please choose a place.",
  connect: "Connect",
  connected: (name: string) => `${name} is connected. Save an email there from its menu or by key.`,
  logTitle: (name: string) => `Saved to ${name}`,
  remove: "Disconnect",
  removeTitle: (name: string) => `Disconnect ${name}?`,
};

/** Texts about destinations for saved messages. */
export const placeTexts = {
  ...shared,
  notion: {
    title: "Notion",
    hint: "Save an email as a page in a database or under another page: from its menu, by key, from the palette, or by a rule.",
    none: "Notion is not connected yet.",
    list: "Your places in Notion",
    add: "Connect Notion",
    token: "Internal integration secret",
    tokenHint:
      "Create an internal integration at notion.so/my-integrations and copy its secret. Then open the database or page in Notion and add the integration under Connections. The secret is stored encrypted.",
    search: "Search by title",
    searchHint: "Leave empty to list the latest changes.",
    find: "Find",
    missing: "Please paste the secret.",
    removed: "Notion is disconnected.",
    removeHint:
      "Saved pages stay. Inlet deletes the secret; delete the integration in Notion to revoke it there too.",
  },
  trello: {
    title: "Trello",
    hint: "Save an email as a card on a list: from its menu, by key, from the palette, or by a rule.",
    none: "Trello is not connected yet.",
    list: "Your lists in Trello",
    add: "Connect Trello",
    key: "API key",
    keyHint: "From your Power-Up: trello.com/power-ups/admin.",
    token: "Token",
    tokenHint: "Trello lets you create one manually next to the key. Both are stored encrypted.",
    missing: "Please paste the key and the token.",
    removed: "Trello is disconnected.",
    removeHint:
      "Saved cards stay. Inlet deletes the key and token; revoke the token in your Trello settings too.",
  },
} as const;
