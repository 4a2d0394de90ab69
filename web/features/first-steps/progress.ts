import { createPersistedStore } from "#/state/live/persisted-store.ts";
import { useSession } from "#/state/session/session.ts";

interface Progress {
  /** Undefined for a user who already had an account. */
  stage?: "arriving" | "practice" | "done";
  /** Number of practiced keys. */
  practiced?: number;
}

const useStored = createPersistedStore<Progress>("inlet-first-steps", {});

// The next user who signs in takes their own steps; after an expired session it is the same user.
useSession.subscribe(({ token, hasExpired }) => {
  if (!token && !hasExpired) useStored.setState({}, true);
});

/** Returns how far the user is with the first steps, on this browser. */
export function useProgress(): Progress {
  return useStored();
}

/** Starts the steps of a user without accounts; a user who took them before does not take them again. */
export function startFirstSteps(): void {
  if (!useStored.getState().stage) useStored.setState({ stage: "arriving" });
}

/** Starts the practice of keys. */
export function startPractice(): void {
  useStored.setState({ stage: "practice", practiced: 0 });
}

/** Sets the number of practiced keys. */
export function setPracticed(practiced: number): void {
  useStored.setState({ practiced });
}

/** Ends the first steps permanently. */
export function endFirstSteps(): void {
  useStored.setState({ stage: "done" });
  // The focus was on a button that leaves.
  document.getElementById("main")?.focus();
}
