import { expect, test } from "vitest";
import { monthsBefore } from "./months-before.ts";

const before = (now: string, months: number) =>
  new Date(monthsBefore(Date.parse(now), months)).toISOString().slice(0, 16);

test("returns a day that exists", () => {
  expect(before("2026-11-25T18:30:00Z", 3)).toBe("2026-08-25T18:30");
  expect(before("2026-03-31T08:00:00Z", 1)).toBe("2026-02-28T08:00");
  expect(before("2026-03-31T08:00:00Z", 13)).toBe("2025-02-28T08:00");
  expect(before("2026-01-31T08:00:00Z", 1)).toBe("2025-12-31T08:00");
  expect(before("2028-02-29T08:00:00Z", 12)).toBe("2027-02-28T08:00");
});

test("returns a later or equal day for each later day", () => {
  const day = 24 * 3600_000;
  for (let now = Date.UTC(2027, 0, 1); now < Date.UTC(2028, 3, 1); now += day) {
    expect(monthsBefore(now + day, 3)).toBeGreaterThanOrEqual(monthsBefore(now, 3));
  }
});
