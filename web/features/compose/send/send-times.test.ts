import { expect, test } from "vitest";
import { sendTimes } from "#/features/compose/send/send-times.ts";
import { fieldValue } from "#/lib/dates.ts";

const offered = (now: string) =>
  sendTimes(new Date(now)).map(({ name, at }) => `${name} ${fieldValue(at)}`);

test("offers this evening, the next morning and Monday", () => {
  expect(offered("2026-11-18T10:00")).toEqual([
    "today 2026-11-18T18:00",
    "tomorrow 2026-11-19T08:00",
    "monday 2026-11-23T08:00",
  ]);
});

test("offers only a future evening, and Monday once", () => {
  expect(offered("2026-11-22T17:30")).toEqual(["tomorrow 2026-11-23T08:00"]);
  expect(offered("2026-11-23T20:00")).toEqual([
    "tomorrow 2026-11-24T08:00",
    "monday 2026-11-30T08:00",
  ]);
});

test("keeps the hour when daylight saving time or the year ends", () => {
  expect(offered("2026-10-24T20:00")[0]).toBe("tomorrow 2026-10-25T08:00");
  expect(offered("2026-12-31T20:00")[0]).toBe("tomorrow 2027-01-01T08:00");
});
