/** Every sentence of the settings of integrations, spelled once. */
export const integrationsTexts = {
  none: "Not connected",
  connected: (count: number) => (count === 1 ? "1 workspace" : `${count} workspaces`),
  notConfigured: "Not configured",
  manage: "Manage",
  slack: {
    name: "Slack",
    hint: "New mail, replies and summaries in the channels of a workspace.",
    needs:
      "Whoever runs this server has to register an app at Slack first: SLACK_CLIENT_ID, SLACK_CLIENT_SECRET and SLACK_SIGNING_SECRET.",
  },
  webhooks: {
    name: "Webhooks",
    hint: "A signed request to an address of yours when mail arrives, is sorted or sent, and when an account fails.",
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
    hint: "Invitations that you accept stand in your calendar, and you see what is in their way. It needs a CalDAV address and an app password.",
    count: (count: number) => (count === 1 ? "1 calendar" : `${count} calendars`),
    manage: "Manage calendars",
  },
  contacts: {
    name: "Contacts",
    hint: "Your address book here and one at your provider are the same. It needs a CardDAV address and an app password.",
    count: (count: number) => (count === 1 ? "1 address book" : `${count} address books`),
    manage: "Manage address books",
  },
  notion: {
    name: "Notion",
    hint: "An email as a page, with title, due date and checklist. It needs the secret of an internal integration in your Notion workspace.",
    count: (count: number) => (count === 1 ? "1 place" : `${count} places`),
    manage: "Manage Notion",
  },
  trello: {
    name: "Trello",
    hint: "An email as a card on a list, with title, due date and checklist. It needs a key and a token of your Trello account.",
    count: (count: number) => (count === 1 ? "1 list" : `${count} lists`),
    manage: "Manage Trello",
  },
} as const;
