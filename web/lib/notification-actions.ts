import { notificationActionTexts } from "#/lib/notification-action-texts.ts";

/** Actions of a notification of one message besides opening it, by the names that it passes to the service worker. */
export const notificationActions = [
  { action: "archive", title: notificationActionTexts.archive },
  { action: "read", title: notificationActionTexts.read },
] as const;

type NotificationAction = (typeof notificationActions)[number]["action"];

/** An action that the user selected in a notification, until a page has run it. */
export interface Asked {
  action: NotificationAction;
  emailId: string;
}

/**
 * Cache in which the service worker stores a selected action: it has no session, and a page runs it. The action is not in the
 * address, because any site can open an address; only this site writes the cache.
 */
export const queuedActionsCache = "inlet-asked";
