/** A timeout that can be restarted. When it expires, `onExpiry` is called once. */
export interface Deadline extends Disposable {
  /** Restarts the timeout. */
  wind: () => void;
  hasExpired: () => boolean;
}

/**
 * Limits work that another party could leave hanging. `pausedMs` returns the total milliseconds in which the other party was not
 * read: they do not count.
 */
export function startDeadline(
  timeoutMs: number,
  onExpiry: () => void,
  pausedMs: () => number = () => 0,
): Deadline {
  let expired = false;
  let credited = pausedMs();
  const expire = () => {
    const creditMs = pausedMs() - credited;
    // Timers count in milliseconds: shorter credits would defer the end endlessly.
    if (creditMs >= 1) {
      credited += creditMs;
      timer = setTimeout(expire, creditMs);
      return;
    }
    expired = true;
    onExpiry();
  };
  let timer = setTimeout(expire, timeoutMs);
  return {
    wind: () => {
      if (expired) return;
      clearTimeout(timer);
      credited = pausedMs();
      timer = setTimeout(expire, timeoutMs);
    },
    hasExpired: () => expired,
    [Symbol.dispose]: () => clearTimeout(timer),
  };
}
