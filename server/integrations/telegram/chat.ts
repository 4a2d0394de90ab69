import { MessageId } from "@inlet/contract/ids.ts";
import { z } from "zod";
import { changeConnection } from "#/integrations/core/connections.ts";
import type { IntegrationContext } from "#/integrations/core/context.ts";
import type { Connection } from "#/integrations/core/adapter.ts";

/** Settings of a chat: its title, and the mail that each of its latest messages is about. */
export const ChatConfig = z.object({
  title: z.string().catch(""),
  /** Numbers of the bot's messages with the mail each is about, the latest last. */
  mails: z.array(z.tuple([z.number(), MessageId])).catch([]),
});

/** Maximum number of messages that are remembered: more than users scroll back to reply. */
const maxMessages = 200;

/** Records the mail that a message of the bot is about, to match a reply to it. */
export async function recordMail(
  core: IntegrationContext,
  connection: Connection,
  [messageNumber, emailId]: [number, MessageId],
): Promise<void> {
  const { mails: messages, ...config } = ChatConfig.parse(connection.config);
  const kept = [...messages, [messageNumber, emailId] as [number, MessageId]].slice(-maxMessages);
  // Several messages may be sent with the same connection object, so it holds the new list too.
  connection.config = { ...config, mails: kept };
  await changeConnection(core, connection, { config: { ...config, mails: kept } });
}

/** Returns the mail that a message of the bot is about. */
export function mailOf(connection: Connection, messageNumber: number): MessageId | undefined {
  const { mails: messages } = ChatConfig.parse(connection.config);
  return messages.findLast(([number]) => number === messageNumber)?.[1];
}
