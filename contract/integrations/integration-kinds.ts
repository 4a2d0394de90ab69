/** The services that Inlet can be linked with, as plain values: a page that lists them needs no schema. */
export const integrationKinds = [
  "webhook",
  "slack",
  "telegram",
  "notion",
  "trello",
  "calendar",
  "contacts",
] as const;

/** The kinds that a message can be saved to, as a page or a card. */
export const saveKinds = ["notion", "trello"] as const;

/**
 * Events that integrations can be notified of. `message.received` follows the classification of the message and the user's rules;
 * `message.failed` is for a message that could not be sent; `account.recovered` follows an earlier `account.failed`.
 */
export const eventKinds = [
  "message.received",
  "message.classified",
  "message.sent",
  "message.failed",
  "account.failed",
  "account.recovered",
] as const;

/** Payloads that integrations receive: events, and messages that the user or a rule saves there. */
export const deliveryKinds = [...eventKinds, "message.save"] as const;
