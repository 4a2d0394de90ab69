/** A clock that runs out unless it is wound again; then `onExpiry` is called, once. */
export interface Deadline extends Disposable {
  /** Starts the time anew. */
  wind: () => void;
  hasExpired: () => boolean;
}

/** Guards work that another party could leave hanging. */
export function startDeadline(timeoutMs: number, onExpiry: () => void): Deadline {
  let expired = false;
  const expire = () => {
    expired = true;
    onExpiry();
  };
  let timer = setTimeout(expire, timeoutMs);
  return {
    wind: () => {
      if (expired) return;
      clearTimeout(timer);
      timer = setTimeout(expire, timeoutMs);
    },
    hasExpired: () => expired,
    [Symbol.dispose]: () => clearTimeout(timer),
  };
}
