import { useSession } from "#/state/session/session.ts";

const storageKey = "inlet-palette";
const maxKept = 12;

// A user's recent entries are not for the next user who signs in here.
useSession.subscribe(({ token }) => {
  if (!token) localStorage.removeItem(storageKey);
});

/** Returns the keys of the entries chosen in the palette, latest first. */
export function recents(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "[]");
    return Array.isArray(kept) ? kept.filter((key) => typeof key === "string") : [];
  } catch {
    return [];
  }
}

/** Records that this entry was chosen. */
export function recordRecent(key: string): void {
  const next = [key, ...recents().filter((one) => one !== key)].slice(0, maxKept);
  localStorage.setItem(storageKey, JSON.stringify(next));
}
