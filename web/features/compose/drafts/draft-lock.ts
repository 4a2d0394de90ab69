// A draft that is being written in one tab is not restored in another. The browser releases a lock when its page ends, for any
// reason.

const held = new Map<string, () => void>();

/** Returns the browser's locks. Without them (on pages not served securely), every draft counts as free. */
function locks(): LockManager | undefined {
  return "locks" in navigator ? navigator.locks : undefined;
}

/** Marks a draft as being written on this page. */
export function holdDraft(key: string): void {
  if (held.has(key)) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  held.set(key, resolve);
  void locks()?.request(nameOf(key), () => promise);
}

/** Ends the mark that this page writes the draft. */
export function releaseDraft(key: string): void {
  held.get(key)?.();
  held.delete(key);
}

/** Reports whether no page is writing the draft. */
export async function isFree(key: string): Promise<boolean> {
  if (held.has(key)) return false;
  const free = await locks()?.request(nameOf(key), { ifAvailable: true }, (lock) => lock !== null);
  return free ?? true;
}

function nameOf(key: string): string {
  return `inlet-draft:${key}`;
}
