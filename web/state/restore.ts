import { values } from "idb-keyval";
import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { limits } from "@inlet/contract/limits.ts";
import { deviceStore, keptFor, readByNow, wipe } from "#/api/device-store.ts";
import type { PendingChange } from "#/state/pending-change.ts";
import { show } from "#/state/pending-changes.ts";
import { useSession } from "#/state/session.ts";
import type { WaitingChange } from "#/state/waiting.ts";

/** A query result as this device stores it. */
export interface KeptQuery {
  queryKey: QueryKey;
  data: unknown;
  at: number;
  /** Another build may understand it otherwise. */
  build: string;
}

/** A change that waits, and how it is shown. */
export interface Resumed {
  waiting: WaitingChange;
  shown: PendingChange;
}

/** Names the build: this module is part of a file whose name holds the hash of what it and its imports are. */
export const build = import.meta.url;

// Also when the session ended in another tab, or the server no longer knows it. What waits is for its person's return.
useSession.subscribe((now, before) => {
  if (before.user && now.user?.id !== before.user.id) void wipe(before.user.id, ["lists", "mails"]);
});

/** Returns true if a stored result may still be shown. */
export function isFresh({ at, build: madeBy }: Pick<KeptQuery, "at" | "build">): boolean {
  return madeBy === build && Date.now() - at < limits.deviceKeptMs;
}

/**
 * Puts on the page what this device has kept for the person, under what the server says now, and with it what waits for
 * the connection, which is returned.
 */
export async function restore(client: QueryClient, person: string): Promise<Resumed[]> {
  try {
    const { lists, changes } = await keptFor(person);
    // Safe: nothing else is kept among the changes.
    const resumed = resumedOf(changes as WaitingChange[]);
    putAllBack(client, lists);
    return resumed;
  } catch {
    // A device that stores nothing refetches everything.
    return [];
  }
}

/**
 * The same before the first paint, with what has been read by then: the list is there at once, and is not drawn twice.
 * Where changes wait nothing is done: a list without them is not what the person saw last.
 */
export function restoreAtOnce(client: QueryClient, person: string): void {
  const kept = readByNow(person);
  if (kept?.changes.length === 0) putAllBack(client, kept.lists);
}

function putAllBack(client: QueryClient, lists: readonly [string, unknown][]): void {
  // Safe: nothing else is kept among the lists.
  for (const [, kept] of lists as [string, KeptQuery][]) if (isFresh(kept)) putBack(client, kept);
}

/** Shows again those of the changes that wait which `isMeant`. */
export async function restoreChanges(
  person: string,
  isMeant: (key: string) => boolean = () => true,
): Promise<Resumed[]> {
  const changes = await values<WaitingChange>(deviceStore("changes", person)).catch(() => []);
  return resumedOf(changes.filter(({ key }) => isMeant(key)));
}

function resumedOf(changes: readonly WaitingChange[]): Resumed[] {
  const resumed = changes.map((waiting) => {
    const { ids, isWithThreads, change } = waiting;
    const target = { ids: new Set(ids), isWithThreads };
    return { waiting, shown: { kind: "change", target, change } satisfies PendingChange };
  });
  for (const { waiting, shown } of resumed) if (!waiting.isUndone) show(shown);
  return resumed;
}

/** A result fetched in between is newer. The stored one counts as stale: it is refetched in any case. */
export function putBack(client: QueryClient, { queryKey, data, at }: KeptQuery): void {
  if (client.getQueryData(queryKey) !== undefined) return;
  const updatedAt = Math.min(at, Date.now() - limits.queryStaleMs - 1);
  client.setQueryData(queryKey, data, { updatedAt });
}
