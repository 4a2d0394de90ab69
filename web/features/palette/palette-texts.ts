/** Every sentence of the command palette, spelled once. */
export const paletteTexts = {
  title: "Commands",
  placeholder: "Type a command, a folder, a person or words of an email",
  placeholderShort: "Type a command or search",
  labelsPlaceholder: "Go to label",
  results: "Results",
  recent: "Recently used",
  now: "For this email",
  other: "Everything else",
  emails: "Emails",
  people: "People",
  none: "Nothing is called this",
  noLabels: "There are no labels yet.",
  found: (count: number) => (count === 1 ? "1 result" : `${count} results`),
  searchAll: (words: string) => `Search all mail for “${words}”`,
  writeTo: (name: string) => `Write to ${name}`,
  settings: (part: string) => `Settings: ${part}`,
  hints: { move: "move", run: "run", close: "close" },
  kinds: { folder: "Folder", label: "Label", account: "Account" },
  unknownSender: "Unknown",
  noSubject: "(No Subject)",
} as const;

/** Other words that people look for a part of the settings with, by its address. */
export const settingsWords: Readonly<Record<string, string>> = {
  profile: "name password picture account",
  accounts: "mailbox imap smtp connect delete health",
  appearance: "theme dark light density conversations",
  sending: "undo send receipts identity sender signature",
  labels: "tags colour rename",
  integrations: "slack workspace telegram notion trello webhooks calendar",
  transfer: "import export mbox backup",
  blocked: "spam block sender",
  shortcuts: "keyboard keys hotkeys remap",
  security: "password sessions two factor passkey",
  notifications: "sound desktop quiet hours",
};
