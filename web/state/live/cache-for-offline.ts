import { limits } from "@inlet/contract/limits.ts";
import type { Query, QueryClient } from "@tanstack/react-query";
import { clear, delMany, entries, get, setMany, update } from "idb-keyval";
import { ApiFailure } from "#/api/client.ts";
import { copyPrefixes, deviceStore, type DeviceStoreName } from "#/api/device-store.ts";
import { isLost } from "#/api/connection.ts";
import { countKey } from "#/api/matching.ts";
import { savedSearchesQuery } from "#/api/saved-searches-query.ts";
import { slackQuery } from "#/api/slack-queries.ts";
import { type ListQuery, queryKeys } from "#/api/queries.ts";
import type { EmailList } from "#/state/changes/merge-list.ts";
import { onAccountRemoved } from "#/state/live/on-account-removed.ts";
import { build, isFresh, type CachedQuery, putBack } from "#/state/live/restore.ts";
import { currentUserId } from "#/state/changes/queued-changes.ts";

/** Time for which updates are collected before they are written. */
const gatherMs = 500;

/** Key under which the message store keeps its index: the stored messages with their time. */
const indexKey = "index";
type Index = Record<string, number>;

/**
 * Stores query results on this device, and returns stored messages while the server does not respond, until the signal aborts.
 */
export function cacheForOffline(client: QueryClient, owner: string, signal: AbortSignal): void {
  const cache = client.getQueryCache();
  const news = new Set<Query>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const writeNow = () => {
    clearTimeout(timer);
    timer = undefined;
    const some = [...news];
    news.clear();
    // After a sign-out in between, nothing may be left.
    if (currentUserId() === owner) void write(owner, some).catch(() => undefined);
  };
  const note = (query: Query) => {
    if (!storeOf(query) || query.state.data === undefined) return;
    news.add(query);
    timer ??= setTimeout(writeNow, gatherMs);
  };
  const handle = (query: Query, error: unknown) => {
    const isAbout = storeOf(query) === "mails";
    if (isAbout && isLost(error)) void giveBack(client, owner, query).catch(() => undefined);
    if (isAbout && error instanceof ApiFailure && error.status === 404) {
      void forget(owner, [query.queryHash]).catch(() => undefined);
    }
  };
  for (const query of cache.getAll()) {
    note(query);
    if (query.state.fetchFailureReason) handle(query, query.state.fetchFailureReason);
  }
  const stops = [
    cache.subscribe((event) => {
      if (event.type !== "updated") return;
      if (event.action.type === "success") note(event.query);
      if (event.action.type === "failed") handle(event.query, event.action.error);
    }),
    onAccountRemoved(client, () => {
      for (const name of ["lists", "mails"] as const) {
        void clear(deviceStore(name, owner)).catch(() => undefined);
      }
      for (const query of cache.getAll()) note(query);
    }),
  ];
  window.addEventListener("pagehide", writeNow, { signal });
  signal.addEventListener("abort", () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
  });
  void tidy(owner).catch(() => undefined);
}

/**
 * Returns the store of a query; search results and their counts are not stored. Preferences have a separate mirror, and a stale
 * identity would put an old signature into a new message.
 */
function storeOf({ queryKey }: Query): DeviceStoreName | null {
  switch (queryKey[0]) {
    case queryKeys.emails[0]:
    case queryKeys.threads[0]:
      return "mails";
    case queryKeys.lists[0]:
    case countKey[0]:
      // Safe: only listQuery and countQuery create keys of these families, and they have this shape.
      return (queryKey[1] as ListQuery).query === undefined ? "lists" : null;
    case queryKeys.accounts[0]:
    case queryKeys.folders[0]:
    case queryKeys.labels[0]:
    case queryKeys.followUps[0]:
      return "lists";
    case queryKeys.settings[0]:
      return [savedSearchesQuery, slackQuery].some(({ queryKey: [, kept] }) => queryKey[1] === kept)
        ? "lists"
        : null;
    default:
      return null;
  }
}

async function write(owner: string, queries: readonly Query[]): Promise<void> {
  const at = Date.now();
  const kept = (query: Query): [string, CachedQuery] => [
    query.queryHash,
    { queryKey: query.queryKey, data: shortened(query), at, build },
  ];
  const lists = queries.filter((query) => storeOf(query) === "lists").map(kept);
  const messages = queries
    .filter((query) => storeOf(query) === "mails")
    .map(kept)
    .filter(([, { data }]) => JSON.stringify(data).length <= limits.deviceMailBytes);
  const store = deviceStore("mails", owner);
  // Both writes start at once, so the deletion at the end of the session covers both.
  await Promise.all([
    lists.length > 0 && setMany(lists, deviceStore("lists", owner)),
    messages.length > 0 && setMany(messages, store),
  ]);
  if (messages.length === 0 || currentUserId() !== owner) return;
  const left: string[] = [];
  await update<Index>(
    indexKey,
    (index = {}) => {
      const all = Object.entries({
        ...index,
        ...Object.fromEntries(messages.map(([key]) => [key, at])),
      });
      const sorted = all.toSorted(([, one], [, other]) => other - one);
      left.push(...sorted.slice(limits.deviceMessages).map(([key]) => key));
      return Object.fromEntries(sorted.slice(0, limits.deviceMessages));
    },
    store,
  );
  if (left.length > 0) await delMany(left, store);
}

function shortened({ queryKey, state: { data } }: Query): unknown {
  if (queryKey[0] !== queryKeys.lists[0]) return data;
  // Safe: a query of this family holds the pages of a list.
  const { pages, pageParams } = data as EmailList;
  return {
    pages: pages.slice(0, limits.devicePages),
    pageParams: pageParams.slice(0, limits.devicePages),
  };
}

async function giveBack(client: QueryClient, owner: string, query: Query): Promise<void> {
  const kept = await get<CachedQuery>(query.queryHash, deviceStore("mails", owner));
  if (kept && isFresh(kept)) putBack(client, kept);
}

async function forget(owner: string, keys: string[]): Promise<void> {
  await delMany(keys, deviceStore("mails", owner));
}

/** Deletes entries that are too old, and those stored for other users. */
async function tidy(owner: string): Promise<void> {
  for (const name of ["lists", "mails"] as const) {
    const store = deviceStore(name, owner);
    const all = await entries<string, CachedQuery | Index>(store);
    const old = all.filter(([key, kept]) => key !== indexKey && !isFresh(toCachedQuery(kept)));
    if (old.length > 0)
      await delMany(
        old.map(([key]) => key),
        store,
      );
  }
  const own = copyPrefixes.map((prefix) => `${prefix}${owner}`);
  for (const { name = "" } of await indexedDB.databases()) {
    const isCopy = copyPrefixes.some((prefix) => name.startsWith(prefix));
    if (isCopy && !own.includes(name)) indexedDB.deleteDatabase(name);
  }
}

function toCachedQuery(kept: CachedQuery | Index): CachedQuery {
  // Safe: under every key except the index's is a value that `write` put there.
  return kept as CachedQuery;
}
