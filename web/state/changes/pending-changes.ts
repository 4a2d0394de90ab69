import { create } from "zustand";
import type { PendingChange } from "#/state/changes/pending-change.ts";
import { useSession } from "#/state/session/session.ts";

/** Changes that fetched lists may lack, in the order in which they were made. */
export const usePending = create<{ changes: readonly PendingChange[] }>()(() => ({ changes: [] }));

useSession.subscribe(({ token }) => {
  if (!token) usePending.setState({ changes: [] });
});

/** Shows a change on the page. */
export function show(pending: PendingChange): void {
  usePending.setState(({ changes }) => ({ changes: [...changes, pending] }));
}

/** Replaces a change that is shown. */
export function showInstead(before: PendingChange, pending: PendingChange): void {
  usePending.setState(({ changes }) => ({
    changes: changes.map((each) => (each === before ? pending : each)),
  }));
}

/** Removes a change from the page. */
export function hide(pending: PendingChange): void {
  usePending.setState(({ changes }) => ({ changes: changes.filter((each) => each !== pending) }));
}

let commits = 0;

/** Returns the number of changes committed to the lists: a fetch that started at a lower number may lack some. */
export function commitCount(): number {
  return commits;
}

/** Counts a change that was written into the lists. */
export function countCommit(): void {
  commits += 1;
}
