import { expect, test } from "vitest";
import { dateOfWords } from "#/lib/date-words.ts";
import { fieldValue, headDate } from "#/lib/dates.ts";

/** A Wednesday. */
const now = new Date(2026, 10, 18, 9, 20);

function read(words: string): string | null {
  const date = dateOfWords(words, now);
  return date && fieldValue(date).replace("T", " ");
}

test.each([
  ["tomorrow", "2026-11-19 08:00"],
  ["Tomorrow 9", "2026-11-19 09:00"],
  ["9am tomorrow", "2026-11-19 09:00"],
  ["tomorrow at 14:30", "2026-11-19 14:30"],
  ["tmr noon", "2026-11-19 12:00"],
  ["tonight", "2026-11-18 20:00"],
  ["tonight at 9", "2026-11-18 21:00"],
  ["tomorrow morning", "2026-11-19 08:00"],
  ["fri evening", "2026-11-20 18:00"],
  ["today 5", "2026-11-18 17:00"],
  ["in 3 days", "2026-11-21 08:00"],
  ["in two weeks", "2026-12-02 08:00"],
  ["in a month", "2026-12-18 08:00"],
  ["2h", "2026-11-18 11:20"],
  ["in 45 minutes", "2026-11-18 10:05"],
  ["fri", "2026-11-20 08:00"],
  ["till tue 9", "2026-11-24 09:00"],
  ["next friday", "2026-11-27 08:00"],
  ["next week", "2026-11-23 08:00"],
  ["weekend", "2026-11-21 08:00"],
  ["24 nov", "2026-11-24 08:00"],
  ["Nov 24 9:15 pm", "2026-11-24 21:15"],
  ["3rd of january", "2027-01-03 08:00"],
  ["24.12. 18:00", "2026-12-24 18:00"],
  ["2026-12-01T09:30", "2026-12-01 09:30"],
  ["10", "2026-11-18 10:00"],
  ["8:30", "2026-11-19 08:30"],
])("reads %s", (words, expected) => {
  expect(read(words)).toBe(expected);
});

test("the day of today's name is in a week, unless its time is still to come", () => {
  expect(read("wed")).toBe("2026-11-25 08:00");
  expect(read("wed 8")).toBe("2026-11-25 08:00");
  expect(read("wed 18")).toBe("2026-11-18 18:00");
});

test("an hour from 1 to 6 is in the afternoon, unless the words name the half of the day", () => {
  expect(read("fri 3")).toBe("2026-11-20 15:00");
  expect(read("fri 3am")).toBe("2026-11-20 03:00");
  expect(read("fri 03:00")).toBe("2026-11-20 03:00");
});

test("words that name no time mean none", () => {
  for (const words of ["", "later", "the", "tomorrow maybe", "31 feb", "25:00", "9:75", "fri sat"])
    expect(read(words), words).toBeNull();
});

test("reads the dates that the page writes", () => {
  const date = new Date(2027, 2, 4, 16, 45);
  expect(dateOfWords(headDate(date.toISOString()), now)).toEqual(date);
});

test("finds the latest such day if days are in the past", () => {
  const back = (words: string) => dateOfWords(words, now, { isBack: true })?.toDateString();
  expect(back("fri")).toBe(new Date(2026, 10, 13).toDateString());
  expect(back("3 dec")).toBe(new Date(2025, 11, 3).toDateString());
  expect(back("2 weeks")).toBe(new Date(2026, 10, 4).toDateString());
  expect(back("yesterday")).toBe(new Date(2026, 10, 17).toDateString());
});
