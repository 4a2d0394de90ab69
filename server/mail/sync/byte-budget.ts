/** Bounds how many bytes of mail are in memory at once, over all accounts. */
export interface ByteBudget {
  /** Waits for room; the answer gives it back. */
  take: (bytes: number) => Promise<() => void>;
}

/** First come, first served. What is larger than the whole budget goes when nothing else is held. */
export function createByteBudget(totalBytes: number): ByteBudget {
  let held = 0;
  const queue: { bytes: number; enter: () => void }[] = [];

  function admit(): void {
    for (let next = queue[0]; next !== undefined; next = queue[0]) {
      if (held > 0 && held + next.bytes > totalBytes) return;
      queue.shift();
      held += next.bytes;
      next.enter();
    }
  }

  return {
    take: async (bytes) => {
      await new Promise<void>((enter) => {
        queue.push({ bytes, enter });
        admit();
      });
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        held -= bytes;
        admit();
      };
    },
  };
}
