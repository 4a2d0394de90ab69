import type { MessageId } from "@inlet/contract/ids.ts";
import type { IntegrationContext } from "#/integrations/core/context.ts";
import { describeEvent } from "#/integrations/core/describe.ts";
import {
  type Connection,
  mayHaveArrived,
  type Outcome,
  type ReadBrief,
  type Room,
} from "#/integrations/core/room.ts";
import { ChatConfig, noteMail } from "./chat.ts";
import { refusal, telegramApi, type TelegramSettings } from "./client.ts";
import { isPairing } from "./pairing.ts";
import { presentBrief } from "./present-brief.ts";
import { mailButtons, presentTold } from "./present.ts";

/** Alerts in chats with the host's bot. Null: the host has none. */
export function telegramRoom(
  core: IntegrationContext,
  settings: TelegramSettings | null,
  readBrief: ReadBrief,
): Room {
  async function say(
    connection: Connection,
    html: string,
    emailId: MessageId | null,
  ): Promise<Outcome> {
    if (settings === null) return notSetUp;
    if (isPairing(connection)) return { result: "refused", answer: notPaired };
    try {
      const api = await telegramApi(core.egress, settings);
      const sent = await api.sendMessage(connection.externalId, html, {
        parse_mode: "HTML",
        link_preview_options: { is_disabled: true },
        ...(emailId !== null && { reply_markup: mailButtons }),
      });
      if (emailId !== null) await note(connection, [sent.message_id, emailId]);
      return { result: "delivered", answer: "Sent to the chat." };
    } catch (error) {
      return refusal(error);
    }
  }

  /** It stands in the chat by now: what fails here makes its buttons useless, and is no reason to tell it again. */
  async function note(connection: Connection, mail: [number, MessageId]): Promise<void> {
    try {
      await noteMail(core, connection, mail);
    } catch (error) {
      core.log.error({ err: error }, "recording the message of an alert failed");
    }
  }

  return {
    kind: "telegram",
    isSetUp: settings !== null,
    tellsBriefs: true,
    async deliver(connection, event) {
      // A bot cannot read what it said.
      if (event.wasCutOff) return mayHaveArrived;
      const { day } = event.about;
      if (day !== undefined) {
        const brief = await readBrief(connection.userId, day);
        if (brief === null) return { result: "skipped", answer: "The brief is from another day." };
        return say(connection, presentBrief(brief, core.publicUrl), null);
      }
      const told = await describeEvent(core, connection.userId, event);
      if (told === null) return { result: "skipped", answer: "No longer available." };
      const emailId = "message" in told ? told.message.emailId : null;
      return say(connection, presentTold(told), emailId);
    },
    test: (connection) => say(connection, "This is a test by Inlet. Alerts arrive here.", null),
    describe: (connection) =>
      isPairing(connection) ? "" : ChatConfig.parse(connection.config).title,
    async revoke(connection) {
      if (settings === null || isPairing(connection)) return;
      const words = "This chat is no longer connected to Inlet.";
      // Who blocked the bot need not be told.
      const api = await telegramApi(core.egress, settings);
      await api.sendMessage(connection.externalId, words).catch(refusal);
    },
  };
}

const notSetUp: Outcome = {
  result: "later",
  answer: "Your administrator has not set up a Telegram bot.",
};
const notPaired = "Open Telegram and press Start first.";
