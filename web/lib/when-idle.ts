/** Runs `task` when the page is idle, or after `withinMs` at the latest; the returned function cancels it. */
export function whenIdle(task: () => void, withinMs = 3000): () => void {
  // Safari has no requestIdleCallback.
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(task, Math.min(withinMs, 300));
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(task, { timeout: withinMs });
  return () => cancelIdleCallback(handle);
}
