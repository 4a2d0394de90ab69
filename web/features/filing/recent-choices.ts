import { createPersistedStore } from "#/state/live/persisted-store.ts";
import { useSession } from "#/state/session/session.ts";

const maxKept = 3;

/** The folders and labels that the user chose last, latest first. */
interface Recents {
  /** User id of the owner: they are not for the next user who signs in here. */
  owner: string;
  folders: readonly string[];
  labels: readonly string[];
}

const none: Recents = { owner: "", folders: [], labels: [] };

const useRecents = createPersistedStore<Recents>("inlet-filing", none);

useSession.subscribe(({ token }) => {
  if (!token) useRecents.setState(none);
});

/** Returns the folders or labels chosen last, latest first: folders by id or role, labels by name. */
export function recentChoices(kind: "folders" | "labels"): readonly string[] {
  const recents = useRecents.getState();
  return recents.owner === useSession.getState().user?.id ? recents[kind] : [];
}

/** Records a folder or a label that was chosen. */
export function recordChoice(kind: "folders" | "labels", choice: string): void {
  const owner = useSession.getState().user?.id;
  if (owner === undefined) return;
  useRecents.setState((kept) => {
    const own = kept.owner === owner ? kept : { ...none, owner };
    const others = own[kind].filter((one) => one !== choice);
    return { ...own, [kind]: [choice, ...others].slice(0, maxKept) };
  });
}

/** Returns the items with those chosen last at the beginning. */
export function recentFirst<Item>(
  items: readonly Item[],
  recents: readonly string[],
  nameOf: (item: Item) => string,
): Item[] {
  const rank = (item: Item) => {
    const at = recents.indexOf(nameOf(item));
    return at < 0 ? recents.length : at;
  };
  return items.toSorted((one, other) => rank(one) - rank(other));
}
