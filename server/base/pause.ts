/** Resolves when the time is over or the signal aborts, whichever comes first. */
export function pause(waitMs: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((fulfil) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      fulfil();
    };
    const timer = setTimeout(end, waitMs);
    signal.addEventListener("abort", end, { once: true });
  });
}
