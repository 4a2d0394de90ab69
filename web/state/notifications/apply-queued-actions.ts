import type { QueryClient } from "@tanstack/react-query";
import { type Asked, queuedActionsCache, notificationActions } from "#/lib/notification-actions.ts";
import { changeEmails } from "#/state/changes/change-email.ts";
import { mailAction } from "#/state/changes/mail-actions.ts";
import { useSession } from "#/state/session/session.ts";

useSession.subscribe(({ token }) => {
  // The action belongs to the user who signed out. The cache requires a secure context.
  if (!token && typeof caches !== "undefined")
    void caches.delete(queuedActionsCache).catch(() => undefined);
});

/** Runs the actions selected in notifications since a page last checked: each once, in the first page that does. */
export async function applyQueuedActions(client: QueryClient): Promise<void> {
  const cache = await caches.open(queuedActionsCache);
  for (const request of await cache.keys()) {
    const kept = await cache.match(request);
    // Only one of two pages removes the entry. If that page is killed here, the message stays unchanged.
    if (!kept || !(await cache.delete(request))) continue;
    const asked: unknown = await kept.json().catch(() => null);
    if (!isAsked(asked)) continue;
    const { change, doneText } = mailAction(asked.action);
    // Only the message of the notification: replies that arrived since then have not been seen.
    const target = { ids: new Set([asked.emailId]) };
    changeEmails(client, { target, change, doneText: doneText(1) });
  }
}

function isAsked(value: unknown): value is Asked {
  const { action, emailId }: Partial<Record<keyof Asked, unknown>> = Object(value);
  return notificationActions.some((each) => each.action === action) && typeof emailId === "string";
}
