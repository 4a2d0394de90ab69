import type { MessageId } from "@inlet/contract/ids.ts";
import type { IntegrationContext } from "#/integrations/core/context.ts";
import { describeEvent } from "#/integrations/core/describe-event.ts";
import {
  type Connection,
  mayHaveArrived,
  type Outcome,
  type ReadBrief,
  type IntegrationAdapter,
} from "#/integrations/core/adapter.ts";
import { type Texts, textsFor } from "#/texts/texts.ts";
import { ChatConfig, recordMail } from "./chat.ts";
import { refusal, telegramApi, type TelegramSettings } from "./client.ts";
import { isPairing } from "./pairing.ts";
import { presentBrief } from "./present-brief.ts";
import { mailButtons, presentEvent } from "./present.ts";

/** Creates the adapter for alerts in chats with the host's bot. Null settings: the host has no bot. */
export function telegramAdapter(
  core: IntegrationContext,
  settings: TelegramSettings | null,
  readBrief: ReadBrief,
): IntegrationAdapter {
  async function send(
    connection: Connection,
    write: (texts: Texts) => string,
    emailId: MessageId | null,
  ): Promise<Outcome> {
    if (settings === null) return notSetUp;
    if (isPairing(connection)) return { result: "refused", answer: notPaired };
    try {
      const api = await telegramApi(core.egress, settings);
      const texts = await textsOf(connection);
      const sent = await api.sendMessage(connection.externalId, write(texts), {
        parse_mode: "HTML",
        link_preview_options: { is_disabled: true },
        ...(emailId !== null && { reply_markup: mailButtons(texts) }),
      });
      if (emailId !== null) await note(connection, [sent.message_id, emailId]);
      return { result: "delivered", answer: "Sent to the chat." };
    } catch (error) {
      return refusal(error);
    }
  }

  const textsOf = ({ userId }: Connection) => textsFor(core.database.reader, userId);

  /** Records the mail of a posted message. A failure here disables its buttons, and is not a reason to post it again. */
  async function note(connection: Connection, mail: [number, MessageId]): Promise<void> {
    try {
      await recordMail(core, connection, mail);
    } catch (error) {
      core.log.error({ err: error }, "recording the message of an alert failed");
    }
  }

  return {
    kind: "telegram",
    isSetUp: settings !== null,
    deliversBriefs: true,
    async deliver(connection, event) {
      // A bot cannot read its own messages, so it cannot check if this one was sent.
      if (event.wasCutOff) return mayHaveArrived;
      const { day } = event.about;
      if (day !== undefined) {
        const brief = await readBrief(connection.userId, day);
        if (brief === null) return { result: "skipped", answer: "The brief is from another day." };
        return send(connection, (texts) => presentBrief(brief, core.publicUrl, texts), null);
      }
      const described = await describeEvent(core, connection.userId, event);
      if (described === null) return { result: "skipped", answer: "No longer available." };
      const emailId = "message" in described ? described.message.emailId : null;
      return send(connection, (texts) => presentEvent(described, texts), emailId);
    },
    test: (connection) => send(connection, ({ telegram }) => telegram.test, null),
    describe: (connection) =>
      isPairing(connection) ? "" : ChatConfig.parse(connection.config).title,
    async revoke(connection) {
      if (settings === null || isPairing(connection)) return;
      const { telegram } = await textsOf(connection);
      // A user who blocked the bot need not be notified.
      const api = await telegramApi(core.egress, settings);
      await api.sendMessage(connection.externalId, telegram.disconnected).catch(refusal);
    },
  };
}

const notSetUp: Outcome = {
  result: "later",
  answer: "Your administrator has not set up a Telegram bot.",
};
const notPaired = "Open Telegram and press Start first.";
