/**
 * Lets sockets and others' work in before a query that would hold the thread longer than this in one go: SQLite answers
 * at once, so that whoever asks it a thousand things in a row would otherwise be alone until the last.
 */
export function createBreather(turnMs: number): () => Promise<void> {
  let heldSince: number | undefined;
  return async () => {
    if (heldSince !== undefined && performance.now() - heldSince >= turnMs) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    if (heldSince !== undefined) return;
    heldSince = performance.now();
    // Run once the thread has come round.
    setImmediate(() => {
      heldSince = undefined;
    });
  };
}
