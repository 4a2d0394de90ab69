import { create } from "zustand";
import type { PendingChange } from "#/state/pending-change.ts";
import { useSession } from "#/state/session.ts";

/** Everything that the lists read from the server may not have yet, in the order it was asked for. */
export const usePending = create<{ changes: readonly PendingChange[] }>()(() => ({ changes: [] }));

useSession.subscribe(({ token }) => {
  if (!token) usePending.setState({ changes: [] });
});

/** Shows a change on the page. */
export function show(pending: PendingChange): void {
  usePending.setState(({ changes }) => ({ changes: [...changes, pending] }));
}

/** Shows another in its place. */
export function showInstead(before: PendingChange, pending: PendingChange): void {
  usePending.setState(({ changes }) => ({
    changes: changes.map((each) => (each === before ? pending : each)),
  }));
}

/** Shows it no longer. */
export function hide(pending: PendingChange): void {
  usePending.setState(({ changes }) => ({ changes: changes.filter((each) => each !== pending) }));
}

let commits = 0;

/** Returns the number of changes committed to the lists: a fetch that started at a lower number may lack some. */
export function commitCount(): number {
  return commits;
}

/** A change goes into the lists. */
export function countCommit(): void {
  commits += 1;
}
