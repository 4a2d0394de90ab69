import { expect, test } from "vitest";
import { readerDate } from "#/lib/reader-date.ts";

const now = new Date(2026, 10, 18, 15, 30);

const written = (date: Date, options: Intl.DateTimeFormatOptions = {}) => {
  const day = { weekday: "short", day: "numeric", month: "short", ...options } as const;
  const time = { hour: "numeric", minute: "2-digit" } as const;
  const format = (of: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(undefined, of).format(date);
  return `${format(day)}, ${format(time)}`;
};
const age = (amount: number, unit: Intl.RelativeTimeFormatUnit) =>
  new Intl.RelativeTimeFormat(undefined, { numeric: "auto" }).format(amount, unit);

test("the date of an open message has its age in days, months or years", () => {
  const at = (year: number, month: number, day: number) => new Date(year, month, day, 8, 40);
  const today = at(2026, 10, 18);
  expect(readerDate(today.toISOString(), now)).toBe(written(today));
  const cases = [
    [at(2026, 10, 17), age(-1, "day")],
    [at(2026, 10, 6), age(-12, "day")],
    [at(2026, 7, 18), age(-3, "month")],
  ] as const;
  for (const [date, says] of cases) {
    expect(readerDate(date.toISOString(), now)).toBe(`${written(date)} · ${says}`);
  }
});

test("another year is named, and a date in the future has no age", () => {
  const old = new Date(2024, 1, 29, 8, 40);
  const named = written(old, { year: "numeric" });
  expect(readerDate(old.toISOString(), now)).toBe(`${named} · ${age(-2, "year")}`);
  const ahead = new Date(2026, 11, 1, 8, 40);
  expect(readerDate(ahead.toISOString(), now)).toBe(written(ahead));
  expect(readerDate("no date", now)).toBe("");
});
