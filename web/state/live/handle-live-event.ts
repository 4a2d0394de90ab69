import type { Change } from "@inlet/contract/events.ts";
import type { QueryClient } from "@tanstack/react-query";
import type { LiveEvent } from "#/api/live.ts";
import { texts } from "#/texts/shared/app-texts.ts";
import { changesDone } from "#/state/changes/finished-changes.ts";
import { onAccountRemoved } from "#/state/live/on-account-removed.ts";
import { refreshLists } from "#/state/changes/refresh-lists.ts";
import { queryKeys } from "#/api/queries.ts";
import { createRefresher } from "#/state/changes/refresher.ts";
import { hasSave } from "#/state/changes/saved-drafts.ts";
import { warn } from "#/state/changes/toasts.ts";

/** Returns the handler of live events, until the signal aborts. */
export function createLiveEventHandler(
  client: QueryClient,
  signal: AbortSignal,
): (event: LiveEvent) => void {
  const refresher = createRefresher({
    invalidate: (queryKey) => invalidate(client, queryKey),
    refreshLists: (changedIds) => refreshLists(client, changedIds),
  });
  // The messages of a deleted account disappear, including the open one.
  const stopWatching = onAccountRemoved(client, () => refresher.take({ kind: "reset" }));
  signal.addEventListener("abort", () => {
    stopWatching();
    refresher.stop();
  });
  const readAgain = async () => {
    // A running fetch may have read before the connection was restored, and would not be repeated.
    const underWay = client.getQueryCache().findAll({ fetchStatus: "fetching" });
    await Promise.allSettled(underWay.flatMap(({ promise }) => promise ?? []));
    refresher.take({ kind: "reset" });
  };
  /** Refetches nothing for a save of this page, unless it created the draft: that changes reminders. */
  const takeDraft = async (event: Change) => {
    const isKnown = await hasSave(client, event.ids);
    if (!isKnown) refresher.take(event);
    else if (event.ids[1] === "1") invalidate(client, queryKeys.followUps);
  };
  return (event) => {
    if (event.kind === "line.unsure") return void readAgain();
    if (event.kind === "notification.due") return void showNotifications(event.ids);
    if (event.kind === "change.done") changesDone(event.ids);
    if (event.kind === "reset") changesDone(null);
    if (event.kind === "message.refused") warn(texts.changeRefused, undefined, { key: "refused" });
    if (event.kind === "draft.changed") return void takeDraft(event);
    if (event.kind !== "line.back") return refresher.take(event);
    // Requests that failed without a response are repeated, to leave no screen broken.
    void client.refetchQueries({ predicate: ({ state }) => state.status === "error" });
  };
}

/** Loaded with the first message to notify about. */
async function showNotifications(ids: readonly string[]): Promise<void> {
  const { showDue } = await import("#/state/notifications/show-notifications.ts");
  await showDue(ids);
}

/**
 * Invalidates a query. The library lets a running first fetch finish, although it began before the change and may lack it: that
 * one is repeated afterwards.
 */
function invalidate(client: QueryClient, queryKey: readonly string[]): void {
  const firsts = client
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: "fetching", predicate: ({ state }) => !state.dataUpdatedAt });
  void client.invalidateQueries({
    queryKey,
    // A fetch between two choices lacks the second; after the last choice the query is refetched.
    predicate: ({ queryKey: own }) => client.isMutating({ mutationKey: own }) === 0,
  });
  for (const { promise, queryKey: own } of firsts) {
    const readAgain = () => void client.invalidateQueries({ queryKey: own, exact: true });
    promise?.then(readAgain, readAgain);
  }
}
