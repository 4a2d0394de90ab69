import { countEmails } from "#/lib/count-emails.ts";
import { locale } from "#/lib/locale.ts";

/** Texts of the command palette. */
export const paletteTexts = {
  title: "Commands",
  placeholder: "Type a command, a folder, a person or words from an email",
  placeholderShort: "Type a command or search",
  labelsPlaceholder: "Go to label",
  results: "Results",
  recent: "Recently used",
  now: "For this email",
  actions: "Actions",
  goTo: "Go to",
  emails: "Mail",
  people: "People",
  none: "No results",
  noLabels: "No labels yet.",
  found: (count: number) => (count === 1 ? "1 result" : `${count} results`),
  searchAll: (words: string) => `Search all mail for “${words}”`,
  snoozeUntil: (when: string) => `Snooze until ${when}`,
  counting: "Counting…",
  counted: (count: number, isAtLeast: boolean) => {
    if (!isAtLeast) return countEmails(count);
    return count === 0 ? "Too many emails to count" : `${count.toLocaleString(locale)}+ emails`;
  },
  inAllAccounts: (number: string) => `${number} in all accounts`,
  notCounted: "Could not be counted",
  noMatches: "No emails",
  writeTo: (name: string) => `Write to ${name}`,
  settings: (part: string) => `Settings: ${part}`,
  administration: "Administration",
  hints: { move: "move", run: "run", close: "close" },
  kinds: { folder: "Folder", label: "Label", account: "Account", template: "Template" },
  templateWords: "template new email write",
  unknownSender: "Unknown",
  noSubject: "(No Subject)",
} as const;

/** Further search terms of each part of the settings, by its address. */
export const settingsWords: Readonly<Record<string, string>> = {
  profile: "name password picture account",
  accounts: "mailbox imap smtp connect delete health",
  inbox: "split tabs sorting classification priority follow-ups reminders",
  appearance: "theme dark light density conversations",
  sending: "undo send receipts identity sender signature",
  labels: "tags color rename",
  ai: "model assistant summaries key budget activity log",
  templates: "snippets text blocks canned",
  rules: "filters automation history",
  integrations: "slack workspace telegram notion trello webhooks calendar",
  transfer: "import export mbox backup",
  blocked: "spam block sender",
  shortcuts: "keyboard keys hotkeys remap",
  security: "password sessions two factor passkey",
  notifications: "sound desktop quiet hours",
};
