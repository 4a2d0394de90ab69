import { expect, test } from "vitest";
import { cpuTimeMs } from "#/testing/cpu-time.ts";
import type { Recurrence } from "@inlet/contract/integrations/invitations.ts";
import { occurrenceWithin } from "./recurrence.ts";

const hourMs = 3600_000;
const none: Recurrence = {
  every: "week",
  interval: 1,
  weekdays: [],
  week: 0,
  until: null,
  count: null,
};

/** Returns an hour in Berlin, from Monday, 2026-01-05, at 10:00, that recurs. */
function weekly(recurrence: Partial<Recurrence>, exceptDays: string[] = []) {
  const at = Date.UTC(2026, 0, 5, 9);
  const start = { at, isDay: false, wall: "2026-01-05T10:00", timeZone: "Europe/Berlin" };
  const end = { ...start, at: at + hourMs, wall: "2026-01-05T11:00" };
  return { start, end, recurrence: { ...none, ...recurrence }, exceptDays };
}

const around = (at: number) => ({ from: at, to: at + hourMs / 2 });
const found = (event: ReturnType<typeof weekly>, at: number) =>
  occurrenceWithin(event, around(at))?.start ?? null;

test("a recurring event keeps its time of day when the clocks change", () => {
  expect(found(weekly({}), Date.UTC(2026, 0, 12, 9))).toBe(Date.UTC(2026, 0, 12, 9));
  expect(found(weekly({}), Date.UTC(2026, 6, 6, 8))).toBe(Date.UTC(2026, 6, 6, 8));
  expect(found(weekly({}), Date.UTC(2026, 6, 6, 9))).toBeNull();
  expect(found(weekly({}), Date.UTC(2026, 0, 13, 9))).toBeNull();
  expect(found(weekly({}), Date.UTC(2025, 11, 29, 9))).toBeNull();
});

test("an overlapping meeting that began earlier is a conflict", () => {
  expect(found(weekly({}), Date.UTC(2026, 0, 12, 9, 45))).toBe(Date.UTC(2026, 0, 12, 9));
});

test("applies intervals, weekdays, ends and excepted days", () => {
  const second = weekly({ interval: 2, weekdays: ["MO", "WE"] });
  expect(found(second, Date.UTC(2026, 0, 7, 9))).not.toBeNull();
  expect(found(second, Date.UTC(2026, 0, 12, 9))).toBeNull();
  expect(found(second, Date.UTC(2026, 0, 19, 9))).not.toBeNull();
  expect(found(weekly({ until: "2026-01-18" }), Date.UTC(2026, 0, 19, 9))).toBeNull();
  expect(found(weekly({ count: 2 }), Date.UTC(2026, 0, 12, 9))).not.toBeNull();
  expect(found(weekly({ count: 2 }), Date.UTC(2026, 0, 19, 9))).toBeNull();
  const counted = weekly({ weekdays: ["MO", "WE"], count: 3 });
  expect(found(counted, Date.UTC(2026, 0, 12, 9))).not.toBeNull();
  expect(found(counted, Date.UTC(2026, 0, 14, 9))).toBeNull();
  expect(found(weekly({}, ["2026-01-12"]), Date.UTC(2026, 0, 12, 9))).toBeNull();
  expect(found(weekly({ every: "day", interval: 3 }), Date.UTC(2026, 0, 8, 9))).not.toBeNull();
  expect(found(weekly({ every: "day", interval: 3 }), Date.UTC(2026, 0, 9, 9))).toBeNull();
});

test("monthly and yearly events recur on their day, or on the given weekday", () => {
  expect(found(weekly({ every: "month" }), Date.UTC(2026, 1, 5, 9))).not.toBeNull();
  const first = weekly({ every: "month", week: 1, weekdays: ["MO"] });
  expect(found(first, Date.UTC(2026, 1, 2, 9))).not.toBeNull();
  expect(found(first, Date.UTC(2026, 1, 9, 9))).toBeNull();
  const last = weekly({ every: "month", week: -1, weekdays: ["MO"] });
  expect(found(last, Date.UTC(2026, 1, 23, 9))).not.toBeNull();
  expect(found(last, Date.UTC(2026, 1, 16, 9))).toBeNull();
  expect(found(weekly({ every: "year" }), Date.UTC(2031, 0, 5, 9))).not.toBeNull();
  expect(found(weekly({ every: "year" }), Date.UTC(2031, 1, 5, 9))).toBeNull();
});

test("a rule with a hundred thousand dates costs as little as one with two", () => {
  const before = cpuTimeMs();
  const endless = weekly({ every: "day", count: 100_000 });
  expect(found(endless, Date.UTC(2199, 0, 5, 9))).not.toBeNull();
  expect(cpuTimeMs() - before).toBeLessThan(500);
});
