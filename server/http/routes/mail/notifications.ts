import {
  describeNotifications,
  recordPresence,
  notificationWays,
  subscribeToPush,
  unsubscribeFromPush,
} from "@inlet/contract/mail/notifications.ts";
import type { Api } from "#/http/api.ts";
import { route } from "#/http/route.ts";
import { describeMail } from "#/mail/notify/describe-messages.ts";
import { subscribeBrowser, unsubscribeBrowser } from "#/mail/notify/push.ts";
import { vapidKeys } from "#/mail/notify/vapid.ts";

/** Routes of notifications about new mail while the user looks elsewhere. */
export function notificationRoutes(api: Api): void {
  const { canSendMail, mail } = api;

  route(api, notificationWays, async () => {
    const { publicKey: pushKey } = await vapidKeys(mail);
    return { pushKey, canSendMail };
  });

  route(api, describeNotifications, async ({ ids }, { caller }) => ({
    notes: await describeMail(mail, caller.userId, ids),
  }));

  route(api, recordPresence, async (page, { caller }) => {
    await mail.execute("presence.note", { userId: caller.userId, ...page });
    return { ok: true as const };
  });

  route(api, subscribeToPush, async (browser, { caller }) => {
    await subscribeBrowser(mail, caller, browser);
    return { ok: true as const };
  });

  route(api, unsubscribeFromPush, async ({ endpoint }, { caller }) => {
    await unsubscribeBrowser(mail, caller.userId, endpoint);
    return { ok: true as const };
  });
}
