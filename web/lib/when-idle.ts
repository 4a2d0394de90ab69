/** Runs `task` once the page has nothing better to do; the returned function takes it back. */
export function whenIdle(task: () => void): () => void {
  // Safari has no requestIdleCallback.
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(task, 300);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(task, { timeout: 3000 });
  return () => cancelIdleCallback(handle);
}
