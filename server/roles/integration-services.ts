import { composeBrief } from "#/ai/brief/compose-brief.ts";
import type { Config } from "#/config.ts";
import type { Services } from "#/http/services.ts";
import type { IntegrationContext } from "#/integrations/core/context.ts";
import { createManager } from "#/integrations/core/manage.ts";
import { syncNow } from "#/integrations/core/sync.ts";
import type { ReadBrief, Room } from "#/integrations/core/room.ts";
import { linkCalendar } from "#/integrations/calendar/connect-calendar.ts";
import { calendarRoom } from "#/integrations/calendar/room.ts";
import { chooseTaker, takerOf } from "#/integrations/calendar/taker.ts";
import { linkBook } from "#/integrations/contacts/connect-book.ts";
import { contactsRoom } from "#/integrations/contacts/room.ts";
import { notionRoom } from "#/integrations/notion/room.ts";
import { slackRoom } from "#/integrations/slack/room.ts";
import { startPairing } from "#/integrations/telegram/pairing.ts";
import { telegramRoom } from "#/integrations/telegram/room.ts";
import { trelloRoom } from "#/integrations/trello/room.ts";
import { webhookRoom } from "#/integrations/webhooks/room.ts";
import { addWebhook, moveWebhook, rotateWebhook } from "#/integrations/webhooks/webhooks.ts";
import type { MailContext } from "#/mail/context.ts";
import { currentBrief } from "#/mail/notify/brief-period.ts";
import { saveServices } from "#/roles/save-services.ts";
import { slackServices } from "#/roles/slack-services.ts";
import type { AiContext } from "#/ai/context.ts";

/** What the host set up. */
export type IntegrationSettings = Pick<Config, "telegram" | "slack" | "saving">;

/** Every kind of integration that this server knows. Each thread has its own: they keep nothing. */
export function integrationRooms(
  core: IntegrationContext,
  settings: IntegrationSettings,
  readBrief: ReadBrief = async () => null,
): Room[] {
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

/** The brief of today as it stands when it is asked for, for who delivers it. */
export function briefReader(mail: MailContext): ReadBrief {
  return async (userId, day) => {
    const period = await currentBrief(mail, userId);
    return period.day === day ? composeBrief(mail, userId, period) : null;
  };
}

/** Whoever has contacts brought in step waits so long; the rest is done after. */
const syncAwaitedMs = 25_000;

/** What people do with their integrations. */
export function integrationServices(
  mail: MailContext & { publicUrl: string },
  settings: IntegrationSettings,
  ai: AiContext,
): Pick<
  Services,
  "integrations" | "webhooks" | "telegram" | "slack" | "calendars" | "contactBooks" | "saves"
> {
  const rooms = integrationRooms(mail, settings);
  const integrations = createManager(mail, rooms);
  return {
    integrations,
    saves: saveServices(mail, settings.saving, integrations),
    slack: slackServices(mail, { settings: settings.slack, integrations, ai }),
    telegram: {
      link: async (userId) => ({ url: await startPairing(mail, settings.telegram, userId) }),
    },
    calendars: {
      async connect(userId, wish) {
        const { id, calendars } = await linkCalendar(mail, userId, wish);
        return { integration: id && (await integrations.read(userId, id)), calendars };
      },
      taker: (userId) => takerOf(mail, userId),
      chooseTaker: (userId, id) => chooseTaker(mail, userId, id),
    },
    contactBooks: {
      async connect(userId, wish) {
        const { id, books } = await linkBook(mail, userId, wish);
        return { integration: id && (await integrations.read(userId, id)), books };
      },
      async sync(userId, { id, isSure }) {
        const stopping = AbortSignal.timeout(syncAwaitedMs);
        const how = { isSure, stopping };
        const synced = await syncNow(mail, rooms, { userId, integrationId: id }, how);
        const { result, answer, asks = false } = synced;
        const isDone = result === "delivered" || result === "skipped";
        return { isDone, asks, answer, integration: await integrations.read(userId, id) };
      },
    },
    webhooks: {
      async add(userId, wish) {
        const { id, secret } = await addWebhook(mail, userId, wish);
        return { integration: await integrations.read(userId, id), secret };
      },
      async move(userId, wish) {
        await moveWebhook(mail, userId, wish);
        return integrations.read(userId, wish.id);
      },
      async rotate(userId, id) {
        const { secret, bothUntil } = await rotateWebhook(mail, userId, id);
        return { secret, bothUntil: new Date(bothUntil).toISOString() };
      },
    },
  };
}
