import { composeBrief } from "#/ai/brief/compose-brief.ts";
import type { Config } from "#/config.ts";
import { calendarRoom } from "#/integrations/calendar/room.ts";
import { contactsRoom } from "#/integrations/contacts/room.ts";
import type { IntegrationContext } from "#/integrations/core/context.ts";
import type { ReadBrief, IntegrationAdapter } from "#/integrations/core/room.ts";
import { notionRoom } from "#/integrations/notion/room.ts";
import { slackRoom } from "#/integrations/slack/room.ts";
import { telegramRoom } from "#/integrations/telegram/room.ts";
import { trelloRoom } from "#/integrations/trello/room.ts";
import { webhookRoom } from "#/integrations/webhooks/room.ts";
import type { MailContext } from "#/mail/context.ts";
import { currentBrief } from "#/mail/notify/brief-period.ts";

/** The host's settings. */
export type IntegrationSettings = Pick<Config, "telegram" | "slack" | "saving">;

/** Creates the adapters of all integrations. They keep no state, so each thread has its own. */
export function integrationAdapters(
  core: IntegrationContext,
  settings: IntegrationSettings,
  readBrief: ReadBrief = async () => null,
): IntegrationAdapter[] {
  const { saving, slack, telegram } = settings;
  return [
    webhookRoom(core),
    telegramRoom(core, telegram, readBrief),
    slackRoom({ ...core, slack }, readBrief),
    calendarRoom(core),
    contactsRoom(core),
    notionRoom(core, saving.notion),
    trelloRoom(core, saving.trello),
  ];
}

/** Returns a reader of today's brief, composed at the time of the call, for delivery. */
export function briefReader(mail: MailContext): ReadBrief {
  return async (userId, day) => {
    const period = await currentBrief(mail, userId);
    return period.day === day ? composeBrief(mail, userId, period) : null;
  };
}
