import type { Tide } from "#/screens/mail/tide/tide.ts";

/** A tide as this tab stores it, to continue after the page is loaded again. */
export interface KeptTide {
  /** Key of its list. */
  key: string;
  tide: Tide;
  /** Time at which it began. */
  startedAt: number;
}

const storageKey = "inlet-tide";

/** Stores the tide in this tab. */
export function keepTide(kept: KeptTide): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(kept));
  } catch {
    // Without space it only begins again after a reload.
  }
}

/** Returns the tide over this list that was not left before the page was loaded again. */
export function keptTide(key: string): KeptTide | undefined {
  // Safe: only keepTide writes this entry.
  const kept = JSON.parse(sessionStorage.getItem(storageKey) ?? "null") as KeptTide | null;
  return kept?.key === key ? kept : undefined;
}

/** Deletes the stored tide: the user left it. */
export function forgetTide(): void {
  sessionStorage.removeItem(storageKey);
}
