import { expect, it } from "vitest";
import { afterWorkingDays, workingDaysBetween } from "./working-days.ts";

const at = (text: string) => Date.parse(text);
const iso = (time: number) => new Date(time).toISOString();

it("waits over a weekend, until the same time of day", () => {
  // 19 November 2026 is a Thursday.
  const asked = at("2026-11-19T15:00:00Z");
  expect(iso(afterWorkingDays(asked, 1, ""))).toBe("2026-11-20T15:00:00.000Z");
  expect(iso(afterWorkingDays(asked, 3, ""))).toBe("2026-11-24T15:00:00.000Z");
  expect(workingDaysBetween(asked, at("2026-11-24T14:59:00Z"), "")).toBe(2);
  expect(workingDaysBetween(asked, at("2026-11-24T15:00:00Z"), "")).toBe(3);
});

it("starts counting on Monday for a request made on a weekend", () => {
  expect(iso(afterWorkingDays(at("2026-11-21T09:00:00Z"), 1, ""))).toBe("2026-11-23T09:00:00.000Z");
});

it("uses the weekend in the user's time zone", () => {
  // Friday evening in London is Saturday in Tokyo, and Sunday evening is Monday.
  const asked = at("2026-11-19T20:00:00Z");
  expect(iso(afterWorkingDays(asked, 1, "Europe/London"))).toBe("2026-11-20T20:00:00.000Z");
  expect(iso(afterWorkingDays(asked, 1, "Asia/Tokyo"))).toBe("2026-11-22T20:00:00.000Z");
});
