/** What Inlet can be linked with, as plain values: a page that lists them needs no schema. */
export const integrationKinds = [
  "webhook",
  "slack",
  "telegram",
  "notion",
  "trello",
  "calendar",
  "contacts",
] as const;

/** Of them those that a message can be saved to, as a page or a card. */
export const saveKinds = ["notion", "trello"] as const;

/**
 * What integrations can be told of. `message.received` comes once the message was sorted and the person's rules were
 * carried out; `message.failed` is one that could not be sent; `account.recovered` comes where `account.failed` came.
 */
export const eventKinds = [
  "message.received",
  "message.classified",
  "message.sent",
  "message.failed",
  "account.failed",
  "account.recovered",
] as const;

/** What integrations are handed: events, and messages that the person or a rule saves there. */
export const deliveryKinds = [...eventKinds, "message.save"] as const;
