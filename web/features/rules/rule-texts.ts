import { locale } from "#/lib/locale.ts";

/** What rules say. */
export const ruleTexts = {
  title: "Rules",
  hint: "What Inlet does with new mail for you. Everything a rule does can be undone for 30 days.",
  none: "No rules yet. Say in a sentence what should happen with which mail.",
  add: "New rule",
  loadFailed: "Your rules could not be loaded.",
  tryAgain: "Try again",
  change: (name: string) => `Change rule: ${name}`,
  remove: (name: string) => `Delete rule: ${name}`,
  switchName: (name: string) => `Rule is on: ${name}`,
  removed: "Rule deleted.",
  undo: "Undo",
  editor: {
    newTitle: "New rule",
    changeTitle: "Change rule",
    close: "Close",
    sentence: "What should happen?",
    sentenceHint: "For example: Archive newsletters from shop.example and mark them as read.",
    read: "Read sentence",
    readAgain: "Read again",
    reading: "Reading…",
    unread: (words: readonly string[]) =>
      `Not understood: ${words.map((word) => `“${word}”`).join(", ")}. Check what is below.`,
    byModel: (model: string) => `Read by ${model}. Check what is below.`,
    query: "Which mail",
    queryHint: "As in the search box, for example from:shop.example has:attachment",
    actions: "What is done with it",
    move: "Move to",
    places: {
      stay: "Leave in the inbox",
      archive: "Archive",
      trash: "Trash",
      spam: "Spam",
      folder: "A folder…",
    },
    folder: "Name of the folder",
    label: "Add the label",
    category: "Category",
    priority: "Priority",
    unchanged: "Unchanged",
    seen: "Mark as read",
    starred: "Star",
    trying: "Looking through the last 30 days…",
    found: (count: number, isMore: boolean) => {
      if (isMore) return `More than ${count.toLocaleString(locale)} mails of the last 30 days`;
      if (count === 0) return "No mail of the last 30 days would have been found.";
      return count === 1
        ? "1 mail of the last 30 days"
        : `${count.toLocaleString(locale)} mails of the last 30 days`;
    },
    foundHint: "Nothing has been changed. The rule holds for mail that arrives from now on.",
    andMore: (count: number) => `and ${count.toLocaleString(locale)} more`,
    cancel: "Cancel",
    switchOn: "Switch on",
    save: "Save",
    saving: "Saving…",
    noSubject: "(No Subject)",
  },
  journal: {
    title: "Journal",
    hint: "What your rules did in the last 30 days.",
    none: "Nothing yet.",
    more: "Show more",
    undo: "Undo",
    undoName: (subject: string) => `Undo: ${subject}`,
    undone: "Undone",
    failed: "This could not be undone.",
    gone: "A mail that is gone",
  },
  does: {
    archive: "archive",
    trash: "move to Trash",
    spam: "move to Spam",
    folder: (name: string) => `move to ${name}`,
    label: (name: string) => `label ${name}`,
    seen: "mark as read",
    starred: "star",
    category: (name: string) => `category ${name}`,
    priority: (name: string) => `priority ${name}`,
  },
} as const;
