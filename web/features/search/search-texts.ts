/** What the search says beside the texts that are there before it is. */
export const searchTexts = {
  recent: "Recent searches",
  clearRecent: "Clear",
  clearRecentLabel: "Clear recent searches",
  forget: (words: string) => `Remove ${words} from recent searches`,
  narrow: "Narrow the search",
  completions: "Suggestions",
  removeChip: (text: string) => `Remove ${text}`,
  chips: "Filters of this search",
  unknownOperator: (piece: string) =>
    `“${piece}” is no search operator. Put it in quotation marks to search for its words.`,
  unknownValue: (operator: string, piece: string) =>
    `“${piece}” is nothing that ${operator}: takes.`,
  needsValue: (operator: string) => `Write what to look for right behind ${operator}:`,
  noSuch: {
    in: "No folder is called that.",
    label: "No label is called that.",
    account: "No account is called that.",
  },
  tips: {
    "from:": "Who wrote it",
    "to:": "Who received it",
    "subject:": "Words of the subject",
    "has:attachment": "With files",
    "is:unread": "Not read yet",
    "is:starred": "With a star",
    "in:": "A folder",
    "label:": "A label",
    "account:": "One of your accounts",
    "after:": "Since a day",
    "before:": "Older than a day",
  },
  me: "Me",
  anywhere: "Anywhere",
  days: { today: "Today", week: "7 days ago", month: "This month", year: "This year" },
} as const;
