import { expect, test } from "vitest";
import { startOf, timeAgo } from "./day-start.ts";

const at = (typed: string, zone: string) => {
  const time = startOf(typed, zone);
  return time === undefined ? undefined : new Date(time).toISOString();
};

test("starts a day, month and year in the user's time zone", () => {
  expect(at("2026-09-01", "UTC")).toBe("2026-09-01T00:00:00.000Z");
  expect(at("2026-09", "America/New_York")).toBe("2026-09-01T04:00:00.000Z");
  expect(at("2026", "Asia/Kolkata")).toBe("2025-12-31T18:30:00.000Z");
});

test("starts days with a clock change at local midnight", () => {
  expect(at("2026-03-29", "Europe/Berlin")).toBe("2026-03-28T23:00:00.000Z");
  expect(at("2026-03-30", "Europe/Berlin")).toBe("2026-03-29T22:00:00.000Z");
  expect(at("2026.10.25", "Europe/Berlin")).toBe("2026-10-24T22:00:00.000Z");
  expect(at("2026/10/26", "Europe/Berlin")).toBe("2026-10-25T23:00:00.000Z");
});

test("rejects dates that do not exist", () => {
  for (const typed of ["2026-02-30", "2026-13", "2026-00-01", "tomorrow", "26-01-01", ""]) {
    expect(at(typed, "UTC")).toBeUndefined();
  }
});

const ago = (typed: string, now: string) => {
  const time = timeAgo(typed, Date.parse(now));
  return time === undefined ? undefined : new Date(time).toISOString().slice(0, 16);
};

test("subtracts hours, days, weeks, months and years", () => {
  const now = "2026-11-25T18:30:00Z";
  expect(ago("12h", now)).toBe("2026-11-25T06:30");
  expect(ago("3d", now)).toBe("2026-11-22T18:30");
  expect(ago("2w", now)).toBe("2026-11-11T18:30");
  expect(ago("3m", now)).toBe("2026-08-25T18:30");
  expect(ago("1y", now)).toBe("2025-11-25T18:30");
  expect(ago("9999y", now)).toBe("1970-01-01T00:00");
  for (const typed of ["2", "w", "2s", "-2w", "2w3d", ""]) expect(ago(typed, now)).toBeUndefined();
});
