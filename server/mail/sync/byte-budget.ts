/** Bounds how many bytes of mail are in memory at once, over all accounts. */
export interface ByteBudget {
  /** Waits for room; the answer gives it back. What is urgent overtakes the rest. */
  take: (bytes: number, options?: { isUrgent: boolean }) => Promise<() => void>;
}

/** Room that only urgent mail may use, as a share of the whole. */
const reserve = 0.25;

/** First come, first served, urgent ones first. What is larger than the whole goes when nothing else is held. */
export function createByteBudget(totalBytes: number): ByteBudget {
  let held = 0;
  const urgent: { bytes: number; enter: () => void }[] = [];
  const usual: { bytes: number; enter: () => void }[] = [];

  function admit(queue: typeof usual, roomBytes: number): void {
    for (let next = queue[0]; next !== undefined; next = queue[0]) {
      if (held > 0 && held + next.bytes > roomBytes) return;
      queue.shift();
      held += next.bytes;
      next.enter();
    }
  }

  function admitAll(): void {
    admit(urgent, totalBytes);
    if (urgent.length === 0) admit(usual, totalBytes * (1 - reserve));
  }

  return {
    take: async (bytes, { isUrgent } = { isUrgent: false }) => {
      await new Promise<void>((enter) => {
        (isUrgent ? urgent : usual).push({ bytes, enter });
        admitAll();
      });
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        held -= bytes;
        admitAll();
      };
    },
  };
}
