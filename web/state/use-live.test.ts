import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createRefresher } from "#/state/use-live.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function aRefresher() {
  const keys: unknown[] = [];
  const refresher = createRefresher({
    invalidateQueries: async (filters) => void keys.push(filters?.queryKey?.join(" ")),
  });
  return { refresher, keys };
}

test("new mail refreshes lists and counts at once", () => {
  const { refresher, keys } = aRefresher();
  refresher.take({ kind: "message.arrived", ids: ["m1"] });
  expect(keys).toEqual(["list", "folders", "search"]);
});

test("a flood of events refreshes a list once a second, and once more at its end", () => {
  const { refresher, keys } = aRefresher();
  for (let step = 0; step < 100; step++) {
    refresher.take({ kind: "message.arrived", ids: [`m${step}`] });
    vi.advanceTimersByTime(20);
  }
  vi.advanceTimersByTime(5000);
  expect(keys.filter((key) => key === "list")).toHaveLength(3);
});

test("a changed mail is read anew where it is open", () => {
  const { refresher, keys } = aRefresher();
  refresher.take({ kind: "message.changed", ids: ["m1", "m2"] });
  expect(keys).toContain("email m1");
  expect(keys).toContain("email m2");
});

test("a missed stretch refreshes everything", () => {
  const { refresher, keys } = aRefresher();
  refresher.take({ kind: "reset" });
  expect(new Set(keys)).toEqual(
    new Set(["list", "folders", "search", "accounts", "email", "outbox"]),
  );
});

test("nothing is refreshed after the end", () => {
  const { refresher, keys } = aRefresher();
  refresher.take({ kind: "account.changed", ids: ["a1"] });
  refresher.take({ kind: "account.changed", ids: ["a1"] });
  refresher.stop();
  vi.advanceTimersByTime(5000);
  expect(keys).toEqual(["accounts", "folders"]);
});
