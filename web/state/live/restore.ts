import { values } from "idb-keyval";
import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { limits } from "@inlet/contract/limits.ts";
import { deviceStore, openDeviceStoreOf, readByNow, wipe } from "#/api/device-store.ts";
import type { PendingChange } from "#/state/changes/pending-change.ts";
import { show } from "#/state/changes/pending-changes.ts";
import { useSession } from "#/state/session/session.ts";
import type { WaitingChange } from "#/state/changes/queued-changes.ts";

/** A query result as this device stores it. */
export interface CachedQuery {
  queryKey: QueryKey;
  data: unknown;
  at: number;
  /** Build that stored it: another one may use another format. */
  build: string;
}

/** A pending change, and how it is shown. */
export interface Resumed {
  waiting: WaitingChange;
  shown: PendingChange;
}

/** Identifies the build: this module is in a file whose name contains the hash of its contents and its imports. */
export const build = import.meta.url;

// Covers a session that ended in another tab, or on the server. Pending changes stay for the user's next session.
useSession.subscribe((now, before) => {
  if (before.user && now.user?.id !== before.user.id) void wipe(before.user.id, ["lists", "mails"]);
});

/** Returns true if a stored result may still be shown. */
export function isFresh({ at, build: madeBy }: Pick<CachedQuery, "at" | "build">): boolean {
  return madeBy === build && Date.now() - at < limits.deviceRetentionMs;
}

/**
 * Restores what this device has stored for the user, without overwriting fetched data, and returns the changes that wait for the
 * connection.
 */
export async function restore(client: QueryClient, currentUserId: string): Promise<Resumed[]> {
  try {
    const { lists, changes } = await openDeviceStoreOf(currentUserId);
    // Safe: the store of changes contains nothing else.
    const resumed = resumedOf(changes as WaitingChange[]);
    putAllBack(client, lists);
    return resumed;
  } catch {
    // A device that stores nothing refetches everything.
    return [];
  }
}

/**
 * Does the same before the first paint, with the data read so far: the list is shown at once, and is not rendered twice. Does
 * nothing if changes are pending: a list without them would differ from the one that the user saw last.
 */
export function restoreImmediately(client: QueryClient, currentUserId: string): void {
  const kept = readByNow(currentUserId);
  if (kept?.changes.length === 0) putAllBack(client, kept.lists);
}

function putAllBack(client: QueryClient, lists: readonly [string, unknown][]): void {
  // Safe: the store of lists contains nothing else.
  for (const [, kept] of lists as [string, CachedQuery][]) if (isFresh(kept)) putBack(client, kept);
}

/** Shows the pending changes that match `isMeant` again. */
export async function restoreChanges(
  currentUserId: string,
  isMeant: (key: string) => boolean = () => true,
): Promise<Resumed[]> {
  const changes = await values<WaitingChange>(deviceStore("changes", currentUserId)).catch(
    () => [],
  );
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
export function putBack(client: QueryClient, { queryKey, data, at }: CachedQuery): void {
  if (client.getQueryData(queryKey) !== undefined) return;
  const updatedAt = Math.min(at, Date.now() - limits.queryStaleMs - 1);
  client.setQueryData(queryKey, data, { updatedAt });
}
