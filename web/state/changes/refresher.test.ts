import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createRefresher } from "#/state/changes/refresher.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function aRefresher(options: { isBusy?: boolean; takesMs?: number } = {}) {
  const keys: string[] = [];
  const reports: (string[] | null)[] = [];
  const refresher = createRefresher({
    invalidate: (queryKey) => void keys.push(queryKey.join(" ")),
    refreshLists: async (changedIds) => {
      keys.push("list");
      reports.push(changedIds && [...changedIds]);
      if (options.takesMs) await new Promise((resolve) => setTimeout(resolve, options.takesMs));
      return options.isBusy !== true;
    },
  });
  return { refresher, keys, reports, options };
}

test("a new message refetches lists and counts at once, and itself in case it was open before it was moved", () => {
  const { refresher, keys } = aRefresher();
  refresher.take({ kind: "message.arrived", ids: ["m1"] });
  expect(keys).toEqual(["list", "folders", "search", "thread", "labels", "follow-ups", "email m1"]);
});

test("a flood of events refetches a list every 150 ms at most, and again after its end", async () => {
  const { refresher, keys } = aRefresher();
  for (let step = 0; step < 100; step++) {
    refresher.take({ kind: "message.arrived", ids: [`m${step}`] });
    await vi.advanceTimersByTimeAsync(20);
  }
  await vi.advanceTimersByTimeAsync(5000);
  // Two seconds in steps of 20 ms: at 0, 160, 320 and so on, and after the last event.
  expect(keys.filter((key) => key === "list")).toHaveLength(15);
});

test("lists receive every id once", async () => {
  const { refresher, reports } = aRefresher();
  refresher.take({ kind: "message.arrived", ids: ["m1"] });
  refresher.take({ kind: "message.changed", ids: ["m2"] });
  refresher.take({ kind: "message.gone", ids: ["m3"] });
  await vi.advanceTimersByTimeAsync(5000);
  expect(reports).toEqual([["m1"], ["m2", "m3"]]);
});

test("busy lists receive the ids again", async () => {
  const { refresher, reports, options } = aRefresher({ isBusy: true });
  refresher.take({ kind: "message.arrived", ids: ["m1"] });
  await vi.advanceTimersByTimeAsync(100);
  options.isBusy = false;
  refresher.take({ kind: "message.arrived", ids: ["m2"] });
  await vi.advanceTimersByTimeAsync(5000);
  expect(reports[0]).toEqual(["m1"]);
  expect(new Set(reports[1])).toEqual(new Set(["m1", "m2"]));
  expect(reports).toHaveLength(2);
});

test("slow lists are refetched one at a time, with pauses of three times the duration", async () => {
  const { refresher, reports } = aRefresher({ takesMs: 1000 });
  for (let step = 0; step < 110; step++) {
    refresher.take({ kind: "message.changed", ids: [`m${step}`] });
    await vi.advanceTimersByTimeAsync(100);
  }
  // At 0, 4 and 8 seconds.
  expect(reports).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(new Set(reports.flat()).size).toBe(110);
});

test("new messages appear after a refetch during which the device slept", async () => {
  const { refresher, reports } = aRefresher({ takesMs: 1000 });
  refresher.take({ kind: "message.arrived", ids: ["m1"] });
  vi.setSystemTime(Date.now() + 8 * 3600_000);
  await vi.advanceTimersByTimeAsync(1000);
  refresher.take({ kind: "message.arrived", ids: ["m2"] });
  await vi.advanceTimersByTimeAsync(11_000);
  expect(reports).toEqual([["m1"], ["m2"]]);
});

test("new messages appear despite a refetch that never ends", async () => {
  const { refresher, reports } = aRefresher({ takesMs: 3600_000 });
  refresher.take({ kind: "message.arrived", ids: ["m1"] });
  refresher.take({ kind: "message.arrived", ids: ["m2"] });
  await vi.advanceTimersByTimeAsync(31_000);
  expect(reports).toEqual([["m1"], ["m2"]]);
});

test("refetches a changed message that is open", () => {
  const { refresher, keys } = aRefresher();
  refresher.take({ kind: "message.changed", ids: ["m1", "m2"] });
  expect(keys).toContain("email m1");
  expect(keys).toContain("email m2");
});

test("missed events refetch everything", () => {
  const { refresher, keys, reports } = aRefresher();
  refresher.take({ kind: "reset" });
  expect(reports).toEqual([null]);
  expect(new Set(keys)).toEqual(
    new Set([
      "list",
      "folders",
      "search",
      "accounts",
      "email",
      "thread",
      "outbox",
      "labels",
      "drafts",
      "settings",
      "blocked",
      "imports",
      "health",
      "follow-ups",
    ]),
  );
});

test("refetches nothing after a stop", () => {
  const { refresher, keys } = aRefresher();
  refresher.take({ kind: "account.changed", ids: ["a1"] });
  refresher.take({ kind: "account.changed", ids: ["a1"] });
  refresher.stop();
  vi.advanceTimersByTime(5000);
  expect(keys).toEqual(["accounts", "folders", "health"]);
});

test("reminders refetch at once, every 20 seconds in a flood, and on changes of settings, drafts and the outbox", () => {
  for (const event of [
    { kind: "settings.changed", ids: ["follow-ups"] },
    { kind: "draft.changed", ids: ["d1"] },
    { kind: "outbox.changed", ids: ["o1"] },
  ] as const) {
    const { refresher, keys } = aRefresher();
    refresher.take({ ...event, ids: [...event.ids] });
    expect(keys).toContain("follow-ups");
    refresher.stop();
  }
  const { refresher, keys } = aRefresher();
  const read = () => keys.splice(0).filter((key) => key === "follow-ups").length;
  refresher.take({ kind: "message.changed", ids: ["m1"] });
  refresher.take({ kind: "message.changed", ids: ["m2"] });
  vi.advanceTimersByTime(500);
  expect(read()).toBe(2);
  vi.advanceTimersByTime(60_000);
  for (let second = 0; second < 60; second++) {
    refresher.take({ kind: "message.changed", ids: ["m1"] });
    vi.advanceTimersByTime(1000);
  }
  vi.advanceTimersByTime(60_000);
  // At 0, 1, 2, 4, 8, 16, 32 and 52 seconds, and after the last event.
  expect(read()).toBe(9);
  refresher.take({ kind: "message.changed", ids: ["m3"] });
  vi.advanceTimersByTime(500);
  refresher.take({ kind: "message.changed", ids: ["m4"] });
  expect(read()).toBe(2);
});
