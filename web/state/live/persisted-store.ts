import { create, type StoreApi, type UseBoundStore } from "zustand";

/** A store that outlives the page. */
type PersistedStore<State> = UseBoundStore<StoreApi<State>> & {
  /** Reads the state that another tab stored. */
  readAgain: () => void;
};

/**
 * Creates a store that starts with the state stored in the browser under `name`, and is stored on every change: all of it, or the
 * part that `pick` returns. It has the storage format of zustand's own middleware, which would be three times the size of this.
 */
export function createPersistedStore<State extends object>(
  name: string,
  initial: State,
  pick: (state: State) => Partial<State> = (state) => state,
): PersistedStore<State> {
  const useStore = create<State>(() => ({ ...initial, ...readPersisted<State>(name) }));
  let isReading = false;
  useStore.subscribe((state) => {
    if (isReading) return;
    try {
      localStorage.setItem(name, JSON.stringify({ state: pick(state), version: 0 }));
    } catch {
      // Full or forbidden: the state lasts as long as the page, and listeners are notified.
    }
  });
  return Object.assign(useStore, {
    readAgain: () => {
      isReading = true;
      useStore.setState(readPersisted<State>(name));
      isReading = false;
    },
  });
}

/** Returns the stored state; empty if it is missing or cannot be parsed, and while a page is prerendered. */
function readPersisted<State>(name: string): Partial<State> {
  try {
    // Safe: only this store writes under this name.
    const kept = JSON.parse(localStorage.getItem(name) ?? "{}") as { state?: Partial<State> };
    return kept.state ?? {};
  } catch {
    return {};
  }
}
