import { expect, test, vi } from "vitest";
import { memoryStorage } from "#/testing/memory-storage.ts";

vi.stubGlobal("localStorage", memoryStorage());
const { endSession, startSession } = await import("#/state/session/session.ts");
const { startFirstSteps } = await import("#/features/first-steps/progress.ts");

// Safe: the test reads no field of the user.
const session = { user: {} as never, token: "token" };
const stored = () => JSON.parse(localStorage.getItem("inlet-first-steps") ?? "{}").state;

test("the steps outlive an expired session, and not one that its user ended", () => {
  startSession(session);
  startFirstSteps();
  endSession({ hasExpired: true });
  expect(stored()).toEqual({ stage: "arriving" });
  startSession(session);
  endSession();
  expect(stored()).toEqual({});
});
