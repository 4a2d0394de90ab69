import type { QueryClient } from "@tanstack/react-query";
import type { Heard } from "#/api/live.ts";
import { texts } from "#/lib/texts.ts";
import { changesDone } from "#/state/done-changes.ts";
import { onAccountGone } from "#/state/on-account-gone.ts";
import { refreshLists } from "#/state/refresh-lists.ts";
import { createRefresher } from "#/state/refresher.ts";
import { warn } from "#/state/toasts.ts";

/** What is done with everything that the live stream tells, until the signal. */
export function heedLive(client: QueryClient, signal: AbortSignal): (event: Heard) => void {
  const refresher = createRefresher({
    invalidate: (queryKey) => invalidate(client, queryKey),
    refreshLists: (told) => refreshLists(client, told),
  });
  // Its mail is gone with it, also the one that is open.
  const stopWatching = onAccountGone(client, () => refresher.take({ kind: "reset" }));
  signal.addEventListener("abort", () => {
    stopWatching();
    refresher.stop();
  });
  const readAgain = async () => {
    // What is on its way may have been read before the line stood, and would not be asked twice.
    const underWay = client.getQueryCache().findAll({ fetchStatus: "fetching" });
    await Promise.allSettled(underWay.flatMap(({ promise }) => promise ?? []));
    refresher.take({ kind: "reset" });
  };
  return (event) => {
    if (event.kind === "line.unsure") return void readAgain();
    if (event.kind === "notification.due") return void tellOf(event.ids);
    if (event.kind === "change.done") changesDone(event.ids);
    if (event.kind === "reset") changesDone(null);
    if (event.kind === "message.refused") warn(texts.changeRefused, undefined, { key: "refused" });
    if (event.kind !== "line.back") return refresher.take(event);
    // What failed while nobody answered is asked again, so that no screen stays broken.
    void client.refetchQueries({ predicate: ({ state }) => state.status === "error" });
  };
}

/** Fetched with the first mail that is told of. */
async function tellOf(ids: readonly string[]): Promise<void> {
  const { showDue } = await import("#/state/show-notifications.ts");
  await showDue(ids);
}

/**
 * Has it read again. The library lets a first reading go on that began before the change and may not have it: that one
 * is read once more behind it.
 */
function invalidate(client: QueryClient, queryKey: readonly string[]): void {
  const firsts = client
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: "fetching", predicate: ({ state }) => !state.dataUpdatedAt });
  void client.invalidateQueries({
    queryKey,
    // What is read between two choices lacks the second; behind the last of them it is read anew.
    predicate: ({ queryKey: own }) => client.isMutating({ mutationKey: own }) === 0,
  });
  for (const { promise, queryKey: own } of firsts) {
    const readAgain = () => void client.invalidateQueries({ queryKey: own, exact: true });
    promise?.then(readAgain, readAgain);
  }
}
