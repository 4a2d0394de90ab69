import type { QueryClient } from "@tanstack/react-query";
import { type Asked, askedCache, noteActions } from "#/lib/note-actions.ts";
import { changeEmails } from "#/state/change-email.ts";
import { mailAction } from "#/state/mail-actions.ts";
import { useSession } from "#/state/session.ts";

useSession.subscribe(({ token }) => {
  // It was asked by the person who left. Without a secure address there is no such place.
  if (!token && typeof caches !== "undefined")
    void caches.delete(askedCache).catch(() => undefined);
});

/** Does what was asked for from notifications since a page last looked: each once, in whichever page is first. */
export async function carryOutAsked(client: QueryClient): Promise<void> {
  const cache = await caches.open(askedCache);
  for (const request of await cache.keys()) {
    const kept = await cache.match(request);
    // Of two pages one alone takes it out. One that is killed here leaves the mail as it was.
    if (!kept || !(await cache.delete(request))) continue;
    const asked: unknown = await kept.json().catch(() => null);
    if (!isAsked(asked)) continue;
    const { change, said } = mailAction(asked.action);
    // The one mail that was told of: what was answered since then has not been seen.
    const target = { ids: new Set([asked.emailId]) };
    changeEmails(client, { target, change, said: said(1) });
  }
}

function isAsked(value: unknown): value is Asked {
  const { action, emailId }: Partial<Record<keyof Asked, unknown>> = Object(value);
  return noteActions.some((each) => each.action === action) && typeof emailId === "string";
}
