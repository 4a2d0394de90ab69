import {
  chooseCalendarTaker,
  connectCalendar,
  readCalendarTaker,
} from "@inlet/contract/calendars.ts";
import { connectContactBook, syncContactBook } from "@inlet/contract/contact-books.ts";
import {
  changeIntegration,
  listDeliveries,
  listIntegrations,
  removeIntegration,
  replayDelivery,
  testIntegration,
} from "@inlet/contract/integrations.ts";
import {
  connectNotion,
  connectTrello,
  proposeSave,
  savedElsewhere,
  saveElsewhere,
} from "@inlet/contract/save-elsewhere.ts";
import { linkTelegram } from "@inlet/contract/telegram.ts";
import { addWebhook, moveWebhook, rotateWebhook } from "@inlet/contract/webhooks.ts";
import type { Api } from "#/http/api.ts";
import { proofOf, unkept } from "#/http/proof.ts";
import { route } from "#/http/route.ts";

/** What the person linked with other services, of any kind. */
export function integrationRoutes(api: Api): void {
  const { integrations } = api.services;

  route(api, listIntegrations, ({ kind }, { caller }) => integrations.list(caller.userId, kind));

  route(api, changeIntegration, async (change, { caller }) => ({
    integration: await integrations.change(caller.userId, change),
  }));

  route(api, testIntegration, ({ id }, { caller }) => integrations.test(caller.userId, id));

  route(api, removeIntegration, async ({ id }, { caller }) => {
    await integrations.remove(caller.userId, id);
    return { ok: true as const };
  });

  route(api, listDeliveries, (asked, { caller }) => integrations.deliveries(caller.userId, asked));

  route(api, replayDelivery, async (which, { caller }) => ({
    delivery: await integrations.replay(caller.userId, which),
  }));
}

/** Calendars of the person's. */
export function calendarRoutes(api: Api): void {
  const { calendars } = api.services;

  route(api, connectCalendar, (wish, { caller }) => calendars.connect(caller.userId, wish));

  route(api, readCalendarTaker, async (_, { caller }) => ({
    id: await calendars.taker(caller.userId),
  }));

  route(api, chooseCalendarTaker, async ({ id }, { caller }) => {
    await calendars.chooseTaker(caller.userId, id);
    return { id };
  });
}

/** Address books of the person's. */
export function contactBookRoutes(api: Api): void {
  const { contactBooks } = api.services;

  route(api, connectContactBook, (wish, { caller }) => contactBooks.connect(caller.userId, wish));

  route(api, syncContactBook, (wish, { caller }) => contactBooks.sync(caller.userId, wish));
}

/** Addresses of the person's that are told what happens. Their secrets are shown once, and for a password. */
export function webhookRoutes(api: Api): void {
  const { webhooks, auth } = api.services;

  route(api, addWebhook, async ({ password, ...wish }, context) => {
    await auth.security.confirm(proofOf({ password }, context));
    return unkept(context.reply, await webhooks.add(context.caller.userId, wish));
  });

  route(api, moveWebhook, async ({ password, ...wish }, context) => {
    await auth.security.confirm(proofOf({ password }, context));
    return { integration: await webhooks.move(context.caller.userId, wish) };
  });

  route(api, rotateWebhook, async ({ password, id }, context) => {
    await auth.security.confirm(proofOf({ password }, context));
    return unkept(context.reply, await webhooks.rotate(context.caller.userId, id));
  });
}

/** Chats with the host's bot in Telegram. */
export function telegramRoutes(api: Api): void {
  const { telegram, auth } = api.services;

  route(api, linkTelegram, async ({ password }, context) => {
    await auth.security.confirm(proofOf({ password }, context));
    return unkept(context.reply, await telegram.link(context.caller.userId));
  });
}

/** Messages as pages and cards in Notion and Trello. */
export function saveRoutes(api: Api): void {
  const { saves } = api.services;

  route(api, connectNotion, async (wish, { caller }) => saves.connectNotion(caller.userId, wish));

  route(api, connectTrello, async (wish, { caller }) => saves.connectTrello(caller.userId, wish));

  route(api, proposeSave, (asked, { caller }) => saves.propose(caller.userId, asked));

  route(api, saveElsewhere, (wish, { caller }) => saves.save(caller.userId, wish));

  route(api, savedElsewhere, (asked, { caller }) => saves.state(caller.userId, asked));
}
