import { createPersistedStore } from "#/state/live/persisted-store.ts";
import { useSession } from "#/state/session/session.ts";

interface Progress {
  /** Absent for a user who had an account when this browser met them: they need no first steps. */
  stage?: "arriving" | "practice" | "done";
  /** Number of practiced keys. */
  practiced?: number;
}

const useStored = createPersistedStore<Progress>("inlet-first-steps", {});

// The next user who signs in takes their own steps.
useSession.subscribe(({ token }) => {
  if (!token) useStored.setState({}, true);
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

/** Counts a practiced key. */
export function countPracticed(practiced: number): void {
  useStored.setState({ practiced });
}

/** Ends the first steps for good. */
export function endFirstSteps(): void {
  useStored.setState({ stage: "done" });
  // The focus was on a button that leaves.
  document.getElementById("main")?.focus();
}
