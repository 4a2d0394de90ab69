import { expect, test } from "vitest";
import { snoozeTimes } from "#/features/filing/snooze-times.ts";
import { fieldValue } from "#/lib/dates.ts";

const offered = (now: Date) => snoozeTimes(now).map(({ label, at }) => [label, fieldValue(at)]);

test("on a Wednesday morning offers the afternoon, the next morning, the weekend and the next week", () => {
  expect(offered(new Date(2026, 10, 18, 9, 20))).toEqual([
    ["Later today", "2026-11-18T12:00"],
    ["Tomorrow", "2026-11-19T08:00"],
    ["This weekend", "2026-11-21T08:00"],
    ["Next week", "2026-11-23T08:00"],
  ]);
});

test("does not offer later today late in the evening", () => {
  expect(offered(new Date(2026, 10, 18, 17, 5))[0]).toEqual(["Later today", "2026-11-18T20:00"]);
  expect(offered(new Date(2026, 10, 18, 22, 5))[0]).toEqual(["Tomorrow", "2026-11-19T08:00"]);
});

test("at night, later today means the morning of the same day", () => {
  expect(offered(new Date(2026, 10, 18, 1, 30))[0]).toEqual(["Later today", "2026-11-18T08:00"]);
});

test("no two suggestions mean the same morning", () => {
  for (let day = 15; day <= 21; day++) {
    const times = offered(new Date(2026, 10, day, 10)).map(([, at]) => at);
    expect(new Set(times).size).toBe(times.length);
  }
});

test("every suggestion is in the future", () => {
  for (let hour = 0; hour < 24; hour++) {
    const now = new Date(2026, 10, 20, hour, 59);
    expect(snoozeTimes(now).every(({ at }) => at > now)).toBe(true);
  }
});
