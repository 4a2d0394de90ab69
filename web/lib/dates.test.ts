import { describe, expect, test } from "vitest";
import {
  daysSince,
  fieldValue,
  fullDate,
  headDate,
  isoDay,
  resultDate,
  rowDate,
} from "#/lib/dates.ts";

const now = new Date(2026, 10, 21, 15, 30);
const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString();

/** Formats in the locale of the reader, whichever the test runs in. */
const written = (hoursAgo: number, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(undefined, options).format(new Date(ago(hoursAgo)));
const asTime = { hour: "numeric", minute: "2-digit" } as const;

describe("the date of a list row", () => {
  test("is a time within 24 hours, even if that was yesterday", () => {
    expect(rowDate(ago(23.9), now)).toBe(written(23.9, asTime));
  });
  test("is a weekday from 24 hours to a week", () => {
    expect(rowDate(ago(24), now)).toBe(written(24, { weekday: "short" }));
    expect(rowDate(ago(167), now)).toBe(written(167, { weekday: "short" }));
  });
  test("is month and day from 168 hours on", () => {
    expect(rowDate(ago(168), now)).toBe(written(168, { month: "short", day: "numeric" }));
  });
  test("is a time for a date in the near future, of a fast clock", () => {
    expect(rowDate(ago(-2), now)).toBe(written(-2, asTime));
  });
  test("is empty for an invalid date", () => {
    expect(rowDate("no date", now)).toBe("");
  });
});

test("counts whole days since a date", () => {
  expect(daysSince(ago(23.9), now)).toBe(0);
  expect(daysSince(ago(6 * 24 + 1), now)).toBe(6);
});

describe("the date of a search result", () => {
  test("is a time today", () => {
    expect(resultDate(ago(15), now)).toBe(written(15, asTime));
  });
  test("is Yesterday from midnight on, not after 24 hours", () => {
    expect(resultDate(ago(16), now)).toBe("Yesterday");
    expect(resultDate(ago(39), now)).toBe("Yesterday");
  });
  test("is a number of days under a week", () => {
    expect(resultDate(ago(40), now)).toBe("2 days ago");
    expect(resultDate(ago(6 * 24), now)).toBe("6 days ago");
  });
  test("is a date from the seventh day on", () => {
    expect(resultDate(ago(7 * 24), now)).toBe(written(7 * 24, { dateStyle: "medium" }));
  });
});

test("the date in a message header is complete, and empty if it is invalid", () => {
  const whole = written(0, {
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
    ...asTime,
  });
  expect(headDate(now.toISOString())).toBe(whole);
  expect(headDate("no date")).toBe("");
});

test("the full date contains day and time", () => {
  const whole = written(0, { dateStyle: "full", timeStyle: "short" });
  expect(fullDate(now.toISOString())).toBe(whole);
});

test("the value of a field has two digits for each part of the day and the time", () => {
  expect(fieldValue(new Date(2027, 2, 4, 6, 5, 59))).toBe("2027-03-04T06:05");
  expect(isoDay(new Date(2027, 2, 4, 6, 5))).toBe("2027-03-04");
});
