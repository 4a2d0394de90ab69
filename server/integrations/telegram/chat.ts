import { MessageId } from "@inlet/contract/ids.ts";
import { z } from "zod";
import { changeConnection } from "#/integrations/core/connections.ts";
import type { IntegrationContext } from "#/integrations/core/context.ts";
import type { Connection } from "#/integrations/core/room.ts";

/** What is known of a chat: who it is with, and which mail its latest messages are about. */
export const ChatConfig = z.object({
  title: z.string().catch(""),
  /** The latest last: the number of a message of the bot's, and the mail that it is about. */
  mails: z.array(z.tuple([z.number(), MessageId])).catch([]),
});

/** More than anybody scrolls back to answer. */
const mailsKept = 200;

/** Remembers which mail a message of the bot's is about, so that an answer to it finds its way. */
export async function noteMail(
  core: IntegrationContext,
  connection: Connection,
  [messageNumber, emailId]: [number, MessageId],
): Promise<void> {
  const { mails, ...config } = ChatConfig.parse(connection.config);
  const kept = [...mails, [messageNumber, emailId] as [number, MessageId]].slice(-mailsKept);
  // Several messages may be written in one go: the next one adds to these.
  connection.config = { ...config, mails: kept };
  await changeConnection(core, connection, { config: { ...config, mails: kept } });
}

/** The mail that a message of the bot's is about. */
export function mailOf(connection: Connection, messageNumber: number): MessageId | undefined {
  const { mails } = ChatConfig.parse(connection.config);
  return mails.findLast(([number]) => number === messageNumber)?.[1];
}
