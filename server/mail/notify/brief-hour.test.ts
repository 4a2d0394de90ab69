import { assert, constantFrom, date, integer, property, record } from "fast-check";
import { expect, test } from "vitest";
import { briefTime, lastBrief, lateMs, nextBriefAt } from "./brief-hour.ts";
import { dayAfter, wallClock } from "./wall-clock.ts";

const dayMs = 24 * 3600_000;
const off = { isOn: false, from: "22:00", to: "07:00" };

const zone = constantFrom("", ...Intl.supportedValuesOf("timeZone"));
const hour = integer({ min: 0, max: 23 });
const moment = date({
  min: new Date("2026-01-01T00:00:00Z"),
  max: new Date("2029-12-31T00:00:00Z"),
  noInvalidDate: true,
}).map((at) => at.getTime());
const timeOfDay = integer({ min: 0, max: 24 * 4 - 1 }).map(
  (quarter) =>
    `${String(Math.floor(quarter / 4)).padStart(2, "0")}:${String((quarter % 4) * 15).padStart(2, "0")}`,
);
const choices = record({
  timeZone: zone,
  summaryHour: hour,
  quietHours: record({ isOn: constantFrom(true, false), from: timeOfDay, to: timeOfDay }),
});

test("comes once per day in every time zone, across all clock changes", () => {
  assert(
    property(choices, moment, (chosen, start) => {
      let now = start;
      const days: string[] = [];
      for (let turn = 0; turn < 5; turn++) {
        const next = nextBriefAt(chosen, now);
        expect(next).toBeGreaterThan(now);
        // The longest day plus the longest wait for the end of quiet hours.
        expect(next - now).toBeLessThanOrEqual(dayMs + 3 * 3600_000 + lateMs);
        days.push(lastBrief(chosen, next).day);
        expect(lastBrief(chosen, next).at).toBe(next);
        now = next;
      }
      const [first = ""] = days;
      expect(days).toEqual([0, 1, 2, 3, 4].map((after) => dayAfter(first, after)));
    }),
    { numRuns: 300 },
  );
});

test("comes at the chosen hour in the user's time zone", () => {
  assert(
    property(zone, hour, moment, (timeZone, summaryHour, at) => {
      const { day } = wallClock(timeZone, at);
      const due = briefTime({ timeZone, summaryHour, quietHours: off }, day);
      const shown = wallClock(timeZone, due);
      expect(shown.day).toBe(day);
      // A skipped hour moves the brief to the end of the gap: by half an hour, an hour or two.
      expect(shown.minutes - summaryHour * 60).toBeGreaterThanOrEqual(0);
      expect(shown.minutes - summaryHour * 60).toBeLessThanOrEqual(120);
    }),
    { numRuns: 500 },
  );
});

test.each([
  ["a day of 23 hours", "2026-03-28T07:00:00Z", "2026-03-29T06:00:00Z"],
  ["a day of 25 hours", "2026-10-24T06:00:00Z", "2026-10-25T07:00:00Z"],
])("stays at eight o'clock over %s", (_, before, after) => {
  const berlin = { timeZone: "Europe/Berlin", summaryHour: 8, quietHours: off };
  expect(new Date(nextBriefAt(berlin, Date.parse(before))).toISOString()).toBe(
    after.replace("Z", ".000Z"),
  );
});

test("waits for the end of quiet hours, but not the whole day", () => {
  const at = (summaryHour: number, from: string, to: string) => {
    const quietHours = { isOn: true, from, to };
    const due = briefTime({ timeZone: "Europe/Berlin", summaryHour, quietHours }, "2026-11-22");
    return new Date(due).toISOString();
  };
  expect(at(6, "22:00", "08:30")).toBe("2026-11-22T07:30:00.000Z");
  expect(at(23, "22:00", "01:00")).toBe("2026-11-23T00:00:00.000Z");
  expect(at(9, "22:00", "08:30")).toBe("2026-11-22T08:00:00.000Z");
  // Twelve hours later it would be yesterday's brief. Quiet hours that last all day have no end to wait for.
  expect(at(8, "06:00", "20:00")).toBe("2026-11-22T07:00:00.000Z");
  expect(at(8, "10:00", "10:00")).toBe("2026-11-22T07:00:00.000Z");
  expect(at(8, "00:00", "00:00")).toBe("2026-11-22T07:00:00.000Z");
});
