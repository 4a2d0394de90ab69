import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startDeadline } from "./deadline.ts";
import { Pauses } from "./pauses.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

it("does not count the time during which the socket is not read", () => {
  const pauses = new Pauses();
  using deadline = startDeadline(
    1000,
    () => undefined,
    () => pauses.totalMs,
  );
  for (let count = 0; count < 10; count++) {
    vi.advanceTimersByTime(50);
    const end = pauses.begin();
    vi.advanceTimersByTime(3000);
    end();
  }
  vi.advanceTimersByTime(499);
  expect(deadline.hasExpired()).toBe(false);
  vi.advanceTimersByTime(1);
  expect(deadline.hasExpired()).toBe(true);
});

it("resets earlier pauses when it restarts", () => {
  const pauses = new Pauses();
  using deadline = startDeadline(
    1000,
    () => undefined,
    () => pauses.totalMs,
  );
  const end = pauses.begin();
  vi.advanceTimersByTime(900);
  end();
  deadline.wind();
  vi.advanceTimersByTime(1000);
  expect(deadline.hasExpired()).toBe(true);
});

it("is not deferred forever by pauses of less than a millisecond", () => {
  let pausedMs = 0;
  using deadline = startDeadline(
    1000,
    () => undefined,
    () => (pausedMs += 0.01),
  );
  vi.advanceTimersByTime(1001);
  expect(deadline.hasExpired()).toBe(true);
});
