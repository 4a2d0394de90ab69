import { create, type StoreApi, type UseBoundStore } from "zustand";

/** A store that outlives the page. */
type KeptStore<State> = UseBoundStore<StoreApi<State>> & {
  /** Takes over what another tab has kept. */
  readAgain: () => void;
};

/**
 * A store that begins as the browser kept it under `name`, and is kept whenever it changes: all of it, or what `pick`
 * takes of it. It lies there in the shape in which zustand's own middleware puts it, which would weigh three times this.
 */
export function keptStore<State extends object>(
  name: string,
  initial: State,
  pick: (state: State) => Partial<State> = (state) => state,
): KeptStore<State> {
  const useStore = create<State>(() => ({ ...initial, ...keptUnder<State>(name) }));
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
      useStore.setState(keptUnder<State>(name));
      isReading = false;
    },
  });
}

/** Returns the stored state; empty if it is missing or cannot be parsed, and while a page is prerendered. */
function keptUnder<State>(name: string): Partial<State> {
  try {
    // Safe: only this store writes under this name.
    const kept = JSON.parse(localStorage.getItem(name) ?? "{}") as { state?: Partial<State> };
    return kept.state ?? {};
  } catch {
    return {};
  }
}
