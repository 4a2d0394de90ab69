/** Texts of the settings for integrations. */
export const integrationsTexts = {
  none: "Not connected",
  connected: (count: number) => (count === 1 ? "1 workspace" : `${count} workspaces`),
  notConfigured: "Not configured",
  manage: "Manage",
  slack: {
    name: "Slack",
    hint: "New mail, replies and summaries in your Slack channels.",
    needs:
      "Your administrator must first register a Slack app and set SLACK_CLIENT_ID, SLACK_CLIENT_SECRET and SLACK_SIGNING_SECRET.",
  },
  webhooks: {
    name: "Webhooks",
    hint: "A signed request to your own address when mail arrives, is classified or sent, and when an account fails.",
    count: (count: number) => (count === 1 ? "1 address" : `${count} addresses`),
    manage: "Manage webhooks",
  },
  telegram: {
    name: "Telegram",
    hint: "Alerts about your mail in a chat with this server's bot, where you can answer, archive and snooze it.",
    count: (count: number) => (count === 1 ? "1 chat" : `${count} chats`),
    manage: "Manage Telegram",
  },
  calendar: {
    name: "Calendar",
    hint: "Accepted invitations are added to your calendar; conflicts are shown. Needs a CalDAV address and an app password.",
    count: (count: number) => (count === 1 ? "1 calendar" : `${count} calendars`),
    manage: "Manage calendars",
  },
  contacts: {
    name: "Contacts",
    hint: "Two-way sync with your provider's address book. Needs a CardDAV address and an app password.",
    count: (count: number) => (count === 1 ? "1 address book" : `${count} address books`),
    manage: "Manage address books",
  },
  notion: {
    name: "Notion",
    hint: "Save an email as a page, with title, due date and checklist. Needs the secret of an internal integration in your Notion workspace.",
    count: (count: number) => (count === 1 ? "1 place" : `${count} places`),
    manage: "Manage Notion",
  },
  trello: {
    name: "Trello",
    hint: "Save an email as a card on a list, with title, due date and checklist. Needs a key and a token of your Trello account.",
    count: (count: number) => (count === 1 ? "1 list" : `${count} lists`),
    manage: "Manage Trello",
  },
} as const;
