/** Runs `task` once the page has nothing better to do, at the latest after so long; the returned function takes it back. */
export function whenIdle(task: () => void, withinMs = 3000): () => void {
  // Safari has no requestIdleCallback.
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(task, Math.min(withinMs, 300));
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(task, { timeout: withinMs });
  return () => cancelIdleCallback(handle);
}
