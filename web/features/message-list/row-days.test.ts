import { expect, test } from "vitest";
import { locale } from "#/lib/locale.ts";
import { aRow } from "#/testing/email-row.ts";
import { daysOf, type DayOrder } from "./row-days.ts";

// A Thursday.
const today = new Date(2026, 10, 26);

function mailOf(year: number, month: number, day: number, hour = 12) {
  const emailDate = new Date(year, month - 1, day, hour).toISOString();
  return aRow("any", { emailDate });
}

const newest = [
  mailOf(2026, 11, 27),
  mailOf(2026, 11, 26, 0),
  mailOf(2026, 11, 25, 23),
  mailOf(2026, 11, 24),
  mailOf(2026, 11, 23, 0),
  mailOf(2026, 11, 22, 23),
  mailOf(2026, 11, 16, 0),
  mailOf(2026, 11, 15, 23),
  mailOf(2026, 10, 31),
  mailOf(2026, 10, 1, 0),
  mailOf(2025, 11, 26),
];

const november = new Date(2025, 10, 26);
const monthOf = (date: Date, options: Intl.DateTimeFormatOptions = {}) =>
  new Intl.DateTimeFormat(locale, { month: "long", ...options }).format(date);
const names = {
  november: monthOf(november),
  october: monthOf(new Date(2026, 9, 1)),
  lastYear: monthOf(november, { year: "numeric" }),
};

const linesOf = (emails: typeof newest, order: DayOrder) =>
  daysOf(emails, order, today.getTime()).map(({ label, at }) => `${at} ${label}`);

test("divides a list into today, yesterday, this week, last week, and months", () => {
  expect(linesOf(newest, "newest")).toEqual([
    "0 Today",
    "2 Yesterday",
    "3 This week",
    "5 Last week",
    `7 ${names.november}`,
    `8 ${names.october}`,
    `10 ${names.lastYear}`,
  ]);
});

test("divides a list that begins with the oldest message", () => {
  expect(linesOf(newest.toReversed(), "oldest")).toEqual([
    `0 ${names.lastYear}`,
    `1 ${names.october}`,
    `3 ${names.november}`,
    "4 Last week",
    "6 This week",
    "8 Yesterday",
    "9 Today",
  ]);
});

test("a message that returned is in the day of its return", () => {
  const returnedAt = today.toISOString();
  const returned = aRow("returned", { emailDate: newest[8]?.emailDate ?? "", returnedAt });
  expect(linesOf([returned, ...newest.slice(2)], "newest").slice(0, 2)).toEqual([
    "0 Today",
    "1 Yesterday",
  ]);
});

test("returns no days for another order or an empty list", () => {
  expect(linesOf(newest, null)).toEqual([]);
  expect(linesOf([], "newest")).toEqual([]);
});

test("reads few dates of a hundred thousand messages", () => {
  let reads = 0;
  const hour = 3_600_000;
  const email = aRow("any");
  const many = Array.from({ length: 100_000 }, (_, at) => {
    const emailDate = new Date(today.getTime() - at * hour).toISOString();
    return Object.defineProperty({ ...email }, "emailDate", {
      get: () => {
        reads++;
        return emailDate;
      },
    });
  });
  expect(daysOf(many, "newest", today.getTime()).length).toBeGreaterThan(130);
  expect(reads).toBeLessThan(5000);
});
