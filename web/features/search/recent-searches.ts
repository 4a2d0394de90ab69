import { createPersistedStore } from "#/state/live/persisted-store.ts";
import { useSession } from "#/state/session/session.ts";

const maxKept = 6;

interface Recents {
  /** User id of the owner: they are not for the next user who signs in here. */
  owner: string;
  searches: readonly string[];
}

const useRecents = createPersistedStore<Recents>("inlet-searches", { owner: "", searches: [] });

const none: readonly string[] = [];

useSession.subscribe(({ token }) => {
  if (!token) clearRecentSearches();
});

/** Returns the recent searches on this device, latest first. */
export function useRecentSearches(): readonly string[] {
  const owner = useSession(({ user }) => user?.id);
  const recents = useRecents();
  return recents.owner === owner ? recents.searches : none;
}

/** Records a search whose results were used. */
export function recordRecentSearch(words: string): void {
  const next = words.trim();
  const owner = useSession.getState().user?.id;
  if (next === "" || owner === undefined) return;
  useRecents.setState((kept) => {
    const others = kept.owner === owner ? kept.searches.filter((one) => one !== next) : none;
    return { owner, searches: [next, ...others].slice(0, maxKept) };
  });
}

/** Deletes one recent search. */
export function forgetRecentSearch(words: string): void {
  useRecents.setState(({ searches }) => ({ searches: searches.filter((one) => one !== words) }));
}

/** Deletes all recent searches. */
export function clearRecentSearches(): void {
  useRecents.setState({ owner: "", searches: [] });
}
