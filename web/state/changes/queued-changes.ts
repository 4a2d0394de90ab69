import { del, set } from "idb-keyval";
import { create } from "zustand";
import { deviceStore } from "#/api/device-store.ts";
import { newId } from "#/lib/new-id.ts";
import type { Change } from "#/state/changes/pending-change.ts";
import { useSession } from "#/state/session/session.ts";

/** A change of messages as this device stores it until the server has executed it, also beyond the end of the page. */
export interface WaitingChange {
  /** Idempotency key; sorts by the time at which the change was made. */
  key: string;
  ids: readonly string[];
  isWithThreads: boolean;
  change: Change;
  /** Ids that undo it, once the server has executed all of it. */
  undoIds: readonly string[] | null;
  /** True if the user has undone it. */
  isUndone: boolean;
}

/** Keys of the changes that wait for the connection. */
export const useWaiting = create<{ keys: ReadonlySet<string> }>()(() => ({ keys: new Set() }));

useSession.subscribe(({ token }) => {
  if (!token) useWaiting.setState({ keys: new Set() });
});

/** Records that a change waits for the connection. */
export function waits(key: string): void {
  useWaiting.setState(({ keys }) => (keys.has(key) ? { keys } : { keys: new Set([...keys, key]) }));
}

/** Removes a change that the server accepted or refused. */
export function waitsNoMore(key: string): void {
  useWaiting.setState(({ keys }) => ({ keys: new Set([...keys].filter((each) => each !== key)) }));
}

/** Returns the signed-in user: a change belongs to the user who made it. */
export function currentUserId(): string {
  return useSession.getState().user?.id ?? "";
}

const own = new Set<string>();
let lastAt = 0;

/** Returns a key for a new change; keys sort by time, even if the clock is set back. */
export function newChangeKey(): string {
  lastAt = Math.max(lastAt + 1, Date.now());
  const key = `${lastAt.toString(36).padStart(9, "0")}.${newId()}`;
  own.add(key);
  return key;
}

/** Returns true if the change was made on this page. */
export function isOwnChange(key: string): boolean {
  return own.has(key);
}

// A device that stores nothing (no space, a private window) does without: the page itself still waits.

/** Stores a change before it is sent to the server. */
export async function storeChange(owner: string, change: WaitingChange): Promise<void> {
  try {
    await set(change.key, change, deviceStore("changes", owner));
  } catch {
    // See above.
  }
}

/** Deletes a change that the server accepted or refused. */
export async function forgetChange(owner: string, key: string): Promise<void> {
  waitsNoMore(key);
  try {
    await del(key, deviceStore("changes", owner));
  } catch {
    // See above.
  }
}
