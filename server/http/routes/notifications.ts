import {
  describeNotifications,
  notePresence,
  notificationWays,
  subscribeToPush,
  unsubscribeFromPush,
} from "@inlet/contract/notifications.ts";
import type { Api } from "#/http/api.ts";
import { route } from "#/http/route.ts";

/** How a person is told of what arrives while they look elsewhere. */
export function notificationRoutes(api: Api): void {
  const { notifications } = api.services;

  route(api, notificationWays, () => notifications.ways());

  route(api, describeNotifications, async ({ ids }, { caller }) => ({
    notes: await notifications.describe(caller.userId, ids),
  }));

  route(api, notePresence, async (page, { caller }) => {
    await notifications.notePresence(caller.userId, page);
    return { ok: true as const };
  });

  route(api, subscribeToPush, async (browser, { caller }) => {
    await notifications.subscribe(caller, browser);
    return { ok: true as const };
  });

  route(api, unsubscribeFromPush, async ({ endpoint }, { caller }) => {
    await notifications.unsubscribe(caller.userId, endpoint);
    return { ok: true as const };
  });
}
