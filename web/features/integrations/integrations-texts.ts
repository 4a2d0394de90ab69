/** Texts of the settings for integrations. */
export const integrationsTexts = {
  notLoaded: "Could not be loaded",
  /** One verb for each state. */
  verbs: {
    connect: "Connect",
    manage: "Manage",
    setUp: "Set up",
    ask: "Details",
    retry: "Try again",
  },
  verbsOf: {
    connect: (objectName: string) => `Connect ${objectName}`,
    manage: (objectName: string) => `Manage ${objectName}`,
    setUp: (objectName: string) => `Set up ${objectName}`,
    ask: (objectName: string) => `Details: ${objectName}`,
    retry: (objectName: string) => `Try again: ${objectName}`,
  },
  operator: {
    ask: "Ask your administrator to set it up.",
    set: "Set these environment variables on the server and restart it:",
  },
  slack: {
    name: "Slack",
    objectName: "Slack",
    hint: "New mail, replies and summaries in your Slack channels.",
    notSetUp: "Slack is not set up on this server.",
    first: "Register a Slack app.",
    count: (count: number) => (count === 1 ? "1 workspace" : `${count} workspaces`),
  },
  webhooks: {
    name: "Webhooks",
    hint: "A signed request to your own address when mail arrives, is classified or sent, and when an account fails.",
    count: (count: number) => (count === 1 ? "1 address" : `${count} addresses`),
    objectName: "webhooks",
  },
  telegram: {
    name: "Telegram",
    hint: "Alerts about your mail in a chat with this server's bot, where you can answer, archive and snooze it.",
    count: (count: number) => (count === 1 ? "1 chat" : `${count} chats`),
    objectName: "Telegram",
  },
  calendar: {
    name: "Calendar",
    hint: "Accepted invitations are added to your calendar; conflicts are shown. Needs a CalDAV address and an app password.",
    count: (count: number) => (count === 1 ? "1 calendar" : `${count} calendars`),
    objectName: "calendars",
  },
  contacts: {
    name: "Contacts",
    hint: "Two-way sync with your provider's address book. Needs a CardDAV address and an app password.",
    count: (count: number) => (count === 1 ? "1 address book" : `${count} address books`),
    objectName: "address books",
  },
  notion: {
    name: "Notion",
    hint: "Save an email as a page, with title, due date and checklist. Needs the secret of an internal integration in your Notion workspace.",
    count: (count: number) => (count === 1 ? "1 place" : `${count} places`),
    objectName: "Notion",
  },
  trello: {
    name: "Trello",
    hint: "Save an email as a card on a list, with title, due date and checklist. Needs a key and a token of your Trello account.",
    count: (count: number) => (count === 1 ? "1 list" : `${count} lists`),
    objectName: "Trello",
  },
} as const;
