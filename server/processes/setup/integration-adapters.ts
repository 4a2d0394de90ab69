import { composeBrief } from "#/ai/brief/compose-brief.ts";
import type { Config } from "#/config.ts";
import { calendarAdapter } from "#/integrations/calendar/adapter.ts";
import { contactsAdapter } from "#/integrations/contacts/adapter.ts";
import type { IntegrationContext } from "#/integrations/core/context.ts";
import type { ReadBrief, IntegrationAdapter } from "#/integrations/core/adapter.ts";
import { notionAdapter } from "#/integrations/notion/adapter.ts";
import { slackAdapter } from "#/integrations/slack/adapter.ts";
import { telegramAdapter } from "#/integrations/telegram/adapter.ts";
import { trelloAdapter } from "#/integrations/trello/adapter.ts";
import { webhookAdapter } from "#/integrations/webhooks/adapter.ts";
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
    webhookAdapter(core),
    telegramAdapter(core, telegram, readBrief),
    slackAdapter({ ...core, slack }, readBrief),
    calendarAdapter(core),
    contactsAdapter(core),
    notionAdapter(core, saving.notion),
    trelloAdapter(core, saving.trello),
  ];
}

/** Returns a reader of today's brief, composed at the time of the call, for delivery. */
export function briefReader(mail: MailContext): ReadBrief {
  return async (userId, day) => {
    const period = await currentBrief(mail, userId);
    return period.day === day ? composeBrief(mail, userId, period) : null;
  };
}
