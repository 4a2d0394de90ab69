/**
 * Returns a function that yields to the event loop before a query that would hold the thread longer than `turnMs` in one go.
 * SQLite answers synchronously: a thousand queries in a row would otherwise block everything else until the last.
 */
export function createEventLoopYield(turnMs: number): () => Promise<void> {
  let heldSince: number | undefined;
  return async () => {
    if (heldSince !== undefined && performance.now() - heldSince >= turnMs) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    if (heldSince !== undefined) return;
    heldSince = performance.now();
    // Runs after the event loop has handled its other events.
    setImmediate(() => {
      heldSince = undefined;
    });
  };
}
