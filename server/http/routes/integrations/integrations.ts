import {
  chooseCalendarTaker,
  connectCalendar,
  readCalendarTaker,
} from "@inlet/contract/integrations/calendars.ts";
import { connectContactBook, syncContactBook } from "@inlet/contract/integrations/contact-books.ts";
import {
  changeIntegration,
  listDeliveries,
  listIntegrations,
  removeIntegration,
  replayDelivery,
  testIntegration,
} from "@inlet/contract/integrations/integrations.ts";
import { linkTelegram } from "@inlet/contract/integrations/telegram.ts";
import {
  addWebhook as addWebhookEndpoint,
  moveWebhook as moveWebhookEndpoint,
  rotateWebhook as rotateWebhookEndpoint,
} from "@inlet/contract/integrations/webhooks.ts";
import type { Api } from "#/http/api.ts";
import { proofOf, unkept } from "#/http/proof.ts";
import { route } from "#/http/route.ts";
import { linkCalendar } from "#/integrations/calendar/connect-calendar.ts";
import { chooseTaker, takerOf } from "#/integrations/calendar/default-calendar.ts";
import { linkBook } from "#/integrations/contacts/connect-book.ts";
import { syncNow } from "#/integrations/core/sync.ts";
import { startPairing } from "#/integrations/telegram/pairing.ts";
import { addWebhook, moveWebhook, rotateWebhook } from "#/integrations/webhooks/webhooks.ts";

/** Routes of the user's integrations, of any kind. */
export function integrationRoutes(api: Api): void {
  const { manager } = api.integrations;

  route(api, listIntegrations, ({ kind }, { caller }) => manager.list(caller.userId, kind));

  route(api, changeIntegration, async (change, { caller }) => ({
    integration: await manager.change(caller.userId, change),
  }));

  route(api, testIntegration, ({ id }, { caller }) => manager.test(caller.userId, id));

  route(api, removeIntegration, async ({ id }, { caller }) => {
    await manager.remove(caller.userId, id);
    return { ok: true as const };
  });

  route(api, listDeliveries, (asked, { caller }) => manager.deliveries(caller.userId, asked));

  route(api, replayDelivery, async (which, { caller }) => ({
    delivery: await manager.replay(caller.userId, which),
  }));
}

/** Routes for the user's calendars. */
export function calendarRoutes(api: Api): void {
  const { integrations, mail } = api;

  route(api, connectCalendar, async (request, { caller: { userId } }) => {
    const { id, calendars } = await linkCalendar(mail, userId, request);
    return { integration: id && (await integrations.manager.read(userId, id)), calendars };
  });

  route(api, readCalendarTaker, async (_, { caller }) => ({
    id: await takerOf(mail, caller.userId),
  }));

  route(api, chooseCalendarTaker, async ({ id }, { caller }) => {
    await chooseTaker(mail, caller.userId, id);
    return { id };
  });
}

/** Time for which a request waits for a sync of contacts. The sync then continues in the background. */
const syncAwaitedMs = 25_000;

/** Routes for the user's external address books. */
export function contactBookRoutes(api: Api): void {
  const { mail } = api;
  const { manager, adapters } = api.integrations;

  route(api, connectContactBook, async (request, { caller: { userId } }) => {
    const { id, books } = await linkBook(mail, userId, request);
    return { integration: id && (await manager.read(userId, id)), books };
  });

  route(api, syncContactBook, async ({ id, isSure }, { caller: { userId } }) => {
    const options = { isSure, stopping: AbortSignal.timeout(syncAwaitedMs) };
    const synced = await syncNow(mail, adapters, { userId, integrationId: id }, options);
    const { result, answer, asks = false } = synced;
    const isDone = result === "delivered" || result === "skipped";
    return { isDone, asks, answer, integration: await manager.read(userId, id) };
  });
}

/** Routes of webhooks, the user's addresses that receive events. Their secrets are shown once, and for a password. */
export function webhookRoutes(api: Api): void {
  const { auth, integrations, mail } = api;

  route(api, addWebhookEndpoint, async ({ password, ...request }, context) => {
    await auth.security.confirm(proofOf({ password }, context));
    const { userId } = context.caller;
    const { id, secret } = await addWebhook(mail, userId, request);
    return unkept(context.reply, {
      integration: await integrations.manager.read(userId, id),
      secret,
    });
  });

  route(api, moveWebhookEndpoint, async ({ password, ...request }, context) => {
    await auth.security.confirm(proofOf({ password }, context));
    const { userId } = context.caller;
    await moveWebhook(mail, userId, request);
    return { integration: await integrations.manager.read(userId, request.id) };
  });

  route(api, rotateWebhookEndpoint, async ({ password, id }, context) => {
    await auth.security.confirm(proofOf({ password }, context));
    const { secret, bothUntil } = await rotateWebhook(mail, context.caller.userId, id);
    return unkept(context.reply, { secret, bothUntil: new Date(bothUntil).toISOString() });
  });
}

/** Routes for Telegram chats with the host's bot. */
export function telegramRoutes(api: Api): void {
  const { auth, integrations, mail } = api;

  route(api, linkTelegram, async ({ password }, context) => {
    await auth.security.confirm(proofOf({ password }, context));
    const { telegram } = integrations.settings;
    const url = await startPairing(mail, telegram, context.caller.userId);
    return unkept(context.reply, { url });
  });
}
