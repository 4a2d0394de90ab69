/** The conversations of a list that are shown one at a time. */
export interface Tide {
  /** All of them, in the order of the list, whether or not they are still in it. */
  known: readonly string[];
  /** Those that the user moved past, the latest last. */
  passed: readonly string[];
  /** True if the list had more to load. */
  hasMore: boolean;
}

/** Returns a tide over a list. */
export function beginTide(ids: readonly string[], hasMore: boolean): Tide {
  return { known: ids, passed: [], hasMore };
}

/** Adds what the list loaded at its end; returns the same tide if nothing changed. */
export function withLoaded(tide: Tide, ids: readonly string[], hasMore: boolean): Tide {
  const known = new Set(tide.known);
  const end = ids.findLastIndex((id) => known.has(id));
  // Below a list that was whole, nothing is loaded: what follows no known one has arrived.
  const isNextPage = end >= 0 || tide.hasMore;
  const loaded = isNextPage ? ids.slice(end + 1).filter((id) => !known.has(id)) : [];
  if (loaded.length === 0 && hasMore === tide.hasMore) return tide;
  return { ...tide, known: [...tide.known, ...loaded], hasMore };
}

/** Returns those that are in the list and were not passed. */
export function leftOf({ known, passed }: Tide, ids: readonly string[]): string[] {
  const here = new Set(ids);
  const gone = new Set(passed);
  return known.filter((id) => here.has(id) && !gone.has(id));
}

/** Returns those that arrived above the others since the tide began. */
export function arrivedIn({ known }: Tide, ids: readonly string[]): string[] {
  const before = new Set(known);
  return ids.filter((id) => !before.has(id));
}

/** Moves past a conversation. */
export function pass(tide: Tide, id: string): Tide {
  return tide.passed.includes(id) ? tide : { ...tide, passed: [...tide.passed, id] };
}

/** Goes back to a conversation that was passed. */
export function unpass(tide: Tide, id: string): Tide {
  return { ...tide, passed: tide.passed.filter((each) => each !== id) };
}
