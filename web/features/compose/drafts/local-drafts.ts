import type { Draft } from "#/features/compose/drafts/draft.ts";
import type { SavedAs } from "#/features/compose/drafts/draft-saver.ts";

/** A draft as this device stores it. */
export interface LocalDraft {
  draft: Draft;
  as: SavedAs;
  /** The server has all of it. */
  isSaved: boolean;
  at: number;
  /** Place of its window in the composer; null for a draft without a window. */
  window?: WindowPlace | null;
}

/** Place of a window among those of the composer. */
export interface WindowPlace {
  at: number;
  isMinimized: boolean;
}

const prefix = "inlet-draft:";

// localStorage, because it is written before the key that changed the draft has been handled: nothing is lost with the page.

/** Stores a draft for this user; returns false if the browser has no space for it. */
export function saveLocally(currentUserId: string, local: LocalDraft): boolean {
  try {
    localStorage.setItem(keyOf(currentUserId, local.draft.key), JSON.stringify(local));
    return true;
  } catch {
    return false;
  }
}

/** Deletes the local copy: the server has the draft, or it was discarded. */
export function forgetLocally(currentUserId: string, draftKey: string): void {
  localStorage.removeItem(keyOf(currentUserId, draftKey));
}

/** Returns this user's drafts on this device, newest first. */
export function localDrafts(currentUserId: string): LocalDraft[] {
  const found: LocalDraft[] = [];
  for (const key of keys()) {
    if (!key.startsWith(keyOf(currentUserId, ""))) continue;
    const local = parsed(localStorage.getItem(key));
    if (local) found.push(local);
    else localStorage.removeItem(key);
  }
  return found.toSorted((one, other) => other.at - one.at);
}

/** Deletes all drafts, for the next user of this device. */
export function forgetAllLocally(): void {
  for (const key of keys()) if (key.startsWith(prefix)) localStorage.removeItem(key);
}

function keyOf(currentUserId: string, draftKey: string): string {
  return `${prefix}${currentUserId}:${draftKey}`;
}

function keys(): string[] {
  return Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? "");
}

function parsed(text: string | null): LocalDraft | null {
  try {
    const local: unknown = JSON.parse(text ?? "null");
    // Safe: only saveLocally writes under this prefix; entries of older versions lack a part and are dropped.
    const { draft, as } = (local ?? {}) as Partial<LocalDraft>;
    return typeof draft?.key === "string" && typeof as?.id === "string"
      ? (local as LocalDraft)
      : null;
  } catch {
    return null;
  }
}
