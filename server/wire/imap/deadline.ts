/** A clock that runs out unless it is wound again; then `onExpiry` is called, once. */
export interface Deadline extends Disposable {
  /** Restarts the timeout. */
  wind: () => void;
  hasExpired: () => boolean;
}

/**
 * Guards work that another party could leave hanging. `pausedMs` returns the milliseconds so far in which the other party
 * was not listened to: they do not count.
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
    // Timers count in milliseconds: less would put the end off again and again.
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
