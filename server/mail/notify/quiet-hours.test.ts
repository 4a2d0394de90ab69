import { expect, test } from "vitest";
import { isQuiet, quietHoursEnd } from "./quiet-hours.ts";
import { nextTime, timeOn, wallClock } from "./wall-clock.ts";

const berlin = "Europe/Berlin";
const at = (text: string) => Date.parse(text);

function quiet(from: string, to: string, timeZone: string, time: string): boolean {
  return isQuiet({ quietHours: { isOn: true, from, to }, timeZone }, at(time));
}

test("quiet hours follow the user's time zone", () => {
  expect(quiet("12:00", "13:00", berlin, "2026-11-22T11:30:00Z")).toBe(true);
  expect(quiet("12:00", "13:00", berlin, "2026-11-22T12:30:00Z")).toBe(false);
  expect(quiet("12:00", "13:00", "Asia/Kathmandu", "2026-11-22T06:15:00Z")).toBe(true);
  expect(quiet("12:00", "13:00", "Asia/Kathmandu", "2026-11-22T06:14:59Z")).toBe(false);
  // Without a time zone: UTC.
  expect(quiet("12:00", "13:00", "", "2026-11-22T12:30:00Z")).toBe(true);
});

test("quiet hours may cross midnight and include their first minute, not their last", () => {
  const night = (time: string) => quiet("22:00", "07:00", berlin, time);
  expect(night("2026-11-22T20:59:59Z")).toBe(false);
  expect(night("2026-11-22T21:00:00Z")).toBe(true);
  expect(night("2026-11-22T23:30:00Z")).toBe(true);
  expect(night("2026-11-23T05:59:59Z")).toBe(true);
  expect(night("2026-11-23T06:00:00Z")).toBe(false);
});

test("quiet hours follow the local clock on nights when it changes", () => {
  // 2026-03-29: 02:00 becomes 03:00, and 07:00 is at 05:00 UTC.
  expect(quiet("22:00", "07:00", berlin, "2026-03-29T04:59:00Z")).toBe(true);
  expect(quiet("22:00", "07:00", berlin, "2026-03-29T05:00:00Z")).toBe(false);
  // 2026-10-25: 03:00 becomes 02:00; 02:30 occurs twice and is quiet both times.
  expect(quiet("02:00", "03:00", berlin, "2026-10-25T00:30:00Z")).toBe(true);
  expect(quiet("02:00", "03:00", berlin, "2026-10-25T01:30:00Z")).toBe(true);
  expect(quiet("02:00", "03:00", berlin, "2026-10-25T02:00:00Z")).toBe(false);
});

test("quiet hours can be off, or last the whole day", () => {
  const hours = { isOn: false, from: "00:00", to: "23:59" };
  expect(isQuiet({ quietHours: hours, timeZone: berlin }, at("2026-11-22T11:30:00Z"))).toBe(false);
  expect(quiet("08:00", "08:00", berlin, "2026-11-22T18:30:00Z")).toBe(true);
});

test("a time of day occurs once a day, even if a clock change skips or repeats it", () => {
  const next = (minutes: number, after: string) =>
    new Date(nextTime(berlin, minutes, at(after))).toISOString();
  expect(next(8 * 60, "2026-11-22T06:59:59Z")).toBe("2026-11-22T07:00:00.000Z");
  expect(next(8 * 60, "2026-11-22T07:00:00Z")).toBe("2026-11-23T07:00:00.000Z");
  // Days of 23 and 25 hours.
  expect(next(8 * 60, "2026-03-28T07:00:00Z")).toBe("2026-03-29T06:00:00.000Z");
  expect(next(8 * 60, "2026-10-24T06:00:00Z")).toBe("2026-10-25T07:00:00.000Z");
  // 02:30 does not exist on this day: the end of the gap counts.
  expect(next(150, "2026-03-28T12:00:00Z")).toBe("2026-03-29T01:00:00.000Z");
  // 02:30 occurs twice: the first counts.
  expect(next(150, "2026-10-24T12:00:00Z")).toBe("2026-10-25T00:30:00.000Z");
  expect(next(150, "2026-10-25T00:30:00Z")).toBe("2026-10-26T01:30:00.000Z");
});

test("a day begins at midnight of the time zone", () => {
  expect(wallClock("Pacific/Kiritimati", at("2026-11-22T10:00:00Z"))).toEqual({
    day: "2026-11-23",
    minutes: 0,
  });
  expect(timeOn("Pacific/Kiritimati", "2026-11-23", 0)).toBe(at("2026-11-22T10:00:00Z"));
  expect(timeOn("Pacific/Pago_Pago", "2026-11-23", 0)).toBe(at("2026-11-23T11:00:00Z"));
});

test("quiet hours end at the next occurrence of their last minute", () => {
  const quietHours = { isOn: true, from: "22:00", to: "07:00" };
  const end = (time: string) => quietHoursEnd({ quietHours, timeZone: berlin }, at(time));
  expect(end("2026-11-22T20:00:00Z")).toBeNull();
  expect(end("2026-11-22T21:30:00Z")).toBe(at("2026-11-23T06:00:00Z"));
  expect(end("2026-11-23T05:59:00Z")).toBe(at("2026-11-23T06:00:00Z"));
});
