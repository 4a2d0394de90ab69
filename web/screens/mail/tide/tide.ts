/** A conversation that the user moved past. */
interface Passed {
  id: string;
  /** True if it was acted on: undo reverts that. Else it was kept. */
  isActed: boolean;
}

/** The conversations of a list that are shown one at a time. */
export interface Tide {
  /** All of them, in the order of the list, whether or not they are still in it. */
  known: readonly string[];
  /** Those that the user moved past, the latest last. */
  passed: readonly Passed[];
}

/** Returns a tide over a list. */
export function beginTide(ids: readonly string[]): Tide {
  return { known: ids, passed: [] };
}

/** Adds what the list loaded at its end; returns the same tide if that is nothing. */
export function withLoaded(tide: Tide, ids: readonly string[]): Tide {
  const known = new Set(tide.known);
  const end = ids.findLastIndex((id) => known.has(id));
  const loaded = ids.slice(end + 1).filter((id) => !known.has(id));
  return loaded.length === 0 ? tide : { ...tide, known: [...tide.known, ...loaded] };
}

/** Returns those that are in the list and were not passed. */
export function leftOf({ known, passed }: Tide, ids: readonly string[]): string[] {
  const here = new Set(ids);
  const gone = new Set(passed.map(({ id }) => id));
  return known.filter((id) => here.has(id) && !gone.has(id));
}

/** Returns those that arrived above the others since the tide began. */
export function arrivedIn({ known }: Tide, ids: readonly string[]): string[] {
  const before = new Set(known);
  return ids.filter((id) => !before.has(id));
}

/** Moves past a conversation. */
export function pass(tide: Tide, id: string, isActed: boolean): Tide {
  if (tide.passed.some((each) => each.id === id)) return tide;
  return { ...tide, passed: [...tide.passed, { id, isActed }] };
}

/** Goes back to a conversation that was passed. */
export function unpass(tide: Tide, id: string): Tide {
  return { ...tide, passed: tide.passed.filter((each) => each.id !== id) };
}
