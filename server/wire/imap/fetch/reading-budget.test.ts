import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ReadingBudget } from "./reading-budget.ts";

const limits = { freeBytes: 10, userBytes: 100, totalBytes: 200, timeoutMs: 1000 };

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

/** A connection whose server sends pieces of 50 bytes while the client reads. */
function reader(budget: ReadingBudget, userId: string) {
  const state = { pieces: 0, hasEnded: false };
  const reading = budget.open(userId, () => {
    state.hasEnded = true;
    reading.finish();
  });
  const send = (bytes = 50) => {
    state.pieces += 1;
    reading.add(bytes, () => {
      if (!state.hasEnded && state.pieces < 4) send();
    });
  };
  return { state, send, complete: reading.complete, finish: reading.finish };
}

it("continues a user's oldest response, and the next ones when it is finished", () => {
  const budget = new ReadingBudget(limits);
  const [first, second] = [reader(budget, "a"), reader(budget, "a")];
  first.send();
  second.send();
  expect(first.state.pieces).toBe(4);
  expect(second.state.pieces).toBe(1);
  first.finish();
  expect(second.state.pieces).toBe(4);
});

it("one user's responses do not stop another user's", () => {
  const budget = new ReadingBudget({ ...limits, totalBytes: 400 });
  for (const hostile of [reader(budget, "a"), reader(budget, "a"), reader(budget, "a")]) {
    hostile.send(30);
  }
  const other = reader(budget, "b");
  other.send(30);
  expect(other.state.pieces).toBe(4);
});

it("holds at most its limit and one response beyond it", () => {
  const budget = new ReadingBudget(limits);
  for (const userId of "abcdefgh") reader(budget, userId).send();
  expect(budget.bytes).toBeLessThanOrEqual(limits.totalBytes + 8 * 50);
});

it("small responses always pass", () => {
  const budget = new ReadingBudget(limits);
  for (const userId of "abcdefgh") reader(budget, userId).send();
  let hasEnded = false;
  budget.open("z", () => undefined).add(5, () => (hasEnded = true));
  expect(hasEnded).toBe(true);
});

it("ends the oldest response that blocks others for too long", () => {
  const budget = new ReadingBudget(limits);
  const [first, second] = [reader(budget, "a"), reader(budget, "a")];
  first.send();
  second.send();
  vi.advanceTimersByTime(limits.timeoutMs - 1);
  expect(first.state.hasEnded).toBe(false);
  vi.advanceTimersByTime(1);
  expect(first.state.hasEnded).toBe(true);
  expect(second.state.pieces).toBe(4);
});

it("blocks others, and ends no connection, while a complete response is processed", () => {
  const budget = new ReadingBudget(limits);
  const [first, second] = [reader(budget, "a"), reader(budget, "a")];
  first.send();
  first.complete();
  second.send();
  vi.advanceTimersByTime(10 * limits.timeoutMs);
  expect(first.state.hasEnded).toBe(false);
  expect(second.state.pieces).toBe(1);
  first.finish();
  expect(second.state.pieces).toBe(4);
});

it("never ends a small response, which does not become the oldest either", () => {
  const budget = new ReadingBudget(limits);
  let hasEnded = false;
  budget.open("honest", () => (hasEnded = true)).add(5, () => undefined);
  const hostile = [..."abcde"].map((userId) => reader(budget, userId));
  for (const one of hostile) one.send();
  expect(hostile[0]?.state.pieces).toBe(4);
  vi.advanceTimersByTime(limits.timeoutMs);
  expect(hasEnded).toBe(false);
  expect(hostile[0]?.state.hasEnded).toBe(true);
});
