/** What Inlet can be linked with, as plain values: a page that lists them needs no schema. */
export const integrationKinds = [
  "webhook",
  "slack",
  "telegram",
  "notion",
  "trello",
  "calendar",
] as const;

/**
 * What integrations can be told of. `message.received` comes once the message was sorted and the person's rules were
 * carried out; `message.failed` is one that could not be sent.
 */
export const eventKinds = [
  "message.received",
  "message.classified",
  "message.sent",
  "message.failed",
  "account.failed",
] as const;
