/** Texts of the settings for integrations. */
export const integrationsTexts = {
  none: "Not connected",
  notConfigured: "Not configured",
  /** One verb for each state. */
  verbs: {
    connect: "Connect",
    manage: "Manage",
    setUp: "Set up",
    ask: "Ask your administrator",
  },
  verbsOf: {
    connect: (things: string) => `Connect ${things}`,
    manage: (things: string) => `Manage ${things}`,
    setUp: (things: string) => `Set up ${things}`,
    ask: (things: string) => `Ask your administrator to set up ${things}`,
  },
  operator: {
    ask: "Ask your administrator to set it up.",
    set: "Set these environment variables on the server and restart it:",
    copy: "Copy",
    copied: "Copied",
  },
  slack: {
    name: "Slack",
    things: "Slack",
    hint: "New mail, replies and summaries in your Slack channels.",
    notSetUp: "Slack is not configured on this server.",
    first: "Register a Slack app.",
    count: (count: number) => (count === 1 ? "1 workspace" : `${count} workspaces`),
  },
  webhooks: {
    name: "Webhooks",
    hint: "A signed request to your own address when mail arrives, is classified or sent, and when an account fails.",
    count: (count: number) => (count === 1 ? "1 address" : `${count} addresses`),
    things: "webhooks",
  },
  telegram: {
    name: "Telegram",
    hint: "Alerts about your mail in a chat with this server's bot, where you can answer, archive and snooze it.",
    count: (count: number) => (count === 1 ? "1 chat" : `${count} chats`),
    things: "Telegram",
  },
  calendar: {
    name: "Calendar",
    hint: "Accepted invitations are added to your calendar; conflicts are shown. Needs a CalDAV address and an app password.",
    count: (count: number) => (count === 1 ? "1 calendar" : `${count} calendars`),
    things: "calendars",
  },
  contacts: {
    name: "Contacts",
    hint: "Two-way sync with your provider's address book. Needs a CardDAV address and an app password.",
    count: (count: number) => (count === 1 ? "1 address book" : `${count} address books`),
    things: "address books",
  },
  notion: {
    name: "Notion",
    hint: "Save an email as a page, with title, due date and checklist. Needs the secret of an internal integration in your Notion workspace.",
    count: (count: number) => (count === 1 ? "1 place" : `${count} places`),
    things: "Notion",
  },
  trello: {
    name: "Trello",
    hint: "Save an email as a card on a list, with title, due date and checklist. Needs a key and a token of your Trello account.",
    count: (count: number) => (count === 1 ? "1 list" : `${count} lists`),
    things: "Trello",
  },
} as const;
