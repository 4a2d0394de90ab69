import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { fieldValue } from "#/lib/dates.ts";

/** A Wednesday. */
const now = new Date(2026, 10, 18, 9, 20);

const loaded = new Map<string, ReturnType<typeof loadModules>>();

/** Returns the modules as a browser in this language has them. */
function load(language: string): ReturnType<typeof loadModules> {
  const modules = loaded.get(language) ?? loadModules(language);
  loaded.set(language, modules);
  return modules;
}

async function loadModules(language: string) {
  vi.stubGlobal("navigator", { language });
  vi.resetModules();
  const words = await import("#/lib/date-words.ts");
  const dates = await import("#/lib/dates.ts");
  return { ...words, ...dates };
}

let read: (words: string, from?: Date) => string | null;
async function speak(language: string): Promise<void> {
  const { dateOfWords } = await load(language);
  read = (words, from = now) => {
    const date = dateOfWords(words, from);
    return date && fieldValue(date).replace("T", " ");
  };
}

beforeEach(() => speak("en-US"));
afterEach(() => vi.unstubAllGlobals());

test.each([
  ["tomorrow", "2026-11-19 08:00"],
  ["Tomorrow 9", "2026-11-19 09:00"],
  ["9am tomorrow", "2026-11-19 09:00"],
  ["tomorrow at 14:30", "2026-11-19 14:30"],
  ["tmr noon", "2026-11-19 12:00"],
  ["tomorrow 12 noon", "2026-11-19 12:00"],
  ["tonight", "2026-11-18 20:00"],
  ["tonight at 9", "2026-11-18 21:00"],
  ["tonight 18:30", "2026-11-18 18:30"],
  ["tonight 12", "2026-11-19 00:00"],
  ["tonight midnight", "2026-11-19 00:00"],
  ["tonight at 1", "2026-11-19 01:00"],
  ["tonight 1:30 am", "2026-11-19 01:30"],
  ["midnight", "2026-11-19 00:00"],
  ["tomorrow morning", "2026-11-19 08:00"],
  ["tomorrow morning 5", "2026-11-19 05:00"],
  ["9 in the morning", "2026-11-19 09:00"],
  ["this afternoon", "2026-11-18 15:00"],
  ["tomorrow 3 in the afternoon", "2026-11-19 15:00"],
  ["fri evening", "2026-11-20 18:00"],
  ["fri 8:30 in the evening", "2026-11-20 20:30"],
  ["today 5", "2026-11-18 17:00"],
  ["today", "2026-11-18 18:00"],
  ["in 3 days", "2026-11-21 08:00"],
  ["in 3 days at 9 pm", "2026-11-21 21:00"],
  ["in two weeks", "2026-12-02 08:00"],
  ["in a month", "2026-12-18 08:00"],
  ["2h", "2026-11-18 11:20"],
  ["18h", "2026-11-19 03:20"],
  ["in an hour", "2026-11-18 10:20"],
  ["in 45 minutes", "2026-11-18 10:05"],
  ["tomorrow 9h", "2026-11-19 09:00"],
  ["fri 18h", "2026-11-20 18:00"],
  ["18h30 fri", "2026-11-20 18:30"],
  ["at 18h", "2026-11-18 18:00"],
  ["fri", "2026-11-20 08:00"],
  ["fri 3 pm", "2026-11-20 15:00"],
  ["fri 9 am", "2026-11-20 09:00"],
  ["9 am fri", "2026-11-20 09:00"],
  ["fri 8.30", "2026-11-20 08:30"],
  ["fri 9 in the morning", "2026-11-20 09:00"],
  ["fri morning 9", "2026-11-20 09:00"],
  ["till tue 9", "2026-11-24 09:00"],
  ["next friday", "2026-11-27 08:00"],
  ["next wed 18", "2026-11-25 18:00"],
  ["this wed 18", "2026-11-18 18:00"],
  ["next week", "2026-11-23 08:00"],
  ["next week mon 9", "2026-11-23 09:00"],
  ["next month", "2026-12-01 08:00"],
  ["weekend", "2026-11-21 08:00"],
  ["24 nov", "2026-11-24 08:00"],
  ["24 nov 9", "2026-11-24 09:00"],
  ["20 nov at 9", "2026-11-20 09:00"],
  ["9 am nov 26", "2026-11-26 09:00"],
  ["fri 20 nov 9", "2026-11-20 09:00"],
  ["tue 24 nov 3 pm", "2026-11-24 15:00"],
  ["Nov 24 9:15 pm", "2026-11-24 21:15"],
  ["3rd of january", "2027-01-03 08:00"],
  ["24.12. 18:00", "2026-12-24 18:00"],
  ["12/24 9am", "2026-12-24 09:00"],
  ["2026-12-01T09:30", "2026-12-01 09:30"],
  ["2026-12-01 03:30", "2026-12-01 03:30"],
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
  expect(read("fri 3:30")).toBe("2026-11-20 15:30");
  expect(read("fri 3am")).toBe("2026-11-20 03:00");
  expect(read("fri 03:00")).toBe("2026-11-20 03:00");
});

test("a month after its last days ends with the next month", () => {
  expect(read("in a month", new Date(2027, 0, 31, 9))).toBe("2027-02-28 08:00");
});

test.each(["", "later", "the", "tomorrow maybe", "31 feb", "25:00", "24:30", "9:75", "in 9"])(
  "%s names no time",
  (words) => {
    expect(read(words)).toBeNull();
  },
);

test("a long text names no time", () => {
  expect(read(`${"the ".repeat(20_000)}fri`)).toBeNull();
});

test.each([
  "fri sat",
  "fri 24 nov",
  "24 nov fri",
  "tomorrow fri",
  "next week fri",
  "tomorrow 9 10",
  "tonight 9 am",
  "fri 10 am in the evening",
  "fri noon 9",
  "this morning tomorrow",
  "in 2 hours 30 minutes",
  "in 2 hours tomorrow",
  "in 2 hours at 9",
])("%s contradicts itself", (words) => {
  expect(read(words)).toBeNull();
});

test.each([
  // A day or a time.
  "3.12",
  "8.10",
  "9 nov 20",
  "next month 3",
  // A year or an hour.
  "20 nov 26",
  "on 20 nov 26",
  "9 nov 24",
  // The half of the day.
  "tonight 5",
  "fri night 1",
  "fri 3 uhr",
  "fri 3h",
  // The midnight before the day or after it.
  "fri midnight",
  // Months or Monday.
  "3 mon",
  "until 9h",
  "next weekend",
])("%s is not clear enough", (words) => {
  expect(read(words)).toBeNull();
});

test("after midnight, tonight may be the same night or the next", () => {
  expect(read("tonight at 3", new Date(2026, 10, 18, 1, 20))).toBeNull();
});

describe("in other languages", () => {
  test.each([
    ["de-DE", "Freitag 9 Uhr", "2026-11-20 09:00"],
    ["de-DE", "Fr 18.30 Uhr", "2026-11-20 18:30"],
    ["de-DE", "um 18 Uhr", "2026-11-18 18:00"],
    ["de-DE", "24. Dez 18:00", "2026-12-24 18:00"],
    ["de-DE", "Di., 24.11. 9 Uhr", "2026-11-24 09:00"],
    ["de-DE", "Freitag 3:30", "2026-11-20 03:30"],
    ["de-DE", "Freitag 03:30", "2026-11-20 03:30"],
    ["de-DE", "8.10", null],
    ["de-DE", "8.10.", "2027-10-08 08:00"],
    ["de-DE", "9h", null],
    ["fr-FR", "vendredi 9h", "2026-11-20 09:00"],
    ["fr-FR", "ven. 14h30", "2026-11-20 14:30"],
    ["fr-FR", "à 18h", "2026-11-18 18:00"],
    ["fr-FR", "18h", null],
    ["fr-FR", "14h30", "2026-11-18 14:30"],
    // Mardi or mars, juin or juillet.
    ["fr-FR", "mar 9", null],
    ["fr-FR", "24 jui", null],
    ["fr-FR", "24 juillet", "2027-07-24 08:00"],
    ["es-ES", "vie 3:30", "2026-11-20 03:30"],
    ["es-ES", "mar 9", null],
    ["en-GB", "fri 8.30", "2026-11-20 08:30"],
    ["en-GB", "8.30", "2026-11-19 08:30"],
    ["en-GB", "fri 3", "2026-11-20 15:00"],
    ["en-GB", "fri 3:30", null],
    ["en-GB", "fri 3:30 in the afternoon", "2026-11-20 15:30"],
    ["en-GB", "20 nov 2026 3:30", "2026-11-20 03:30"],
    ["en-GB", "3/12", "2026-12-03 08:00"],
    // Minutes or minggu.
    ["id-ID", "5 min", null],
    // Azar, a month of the Persian calendar.
    ["fa-IR", "24 آذر", null],
    ["fa-IR", "3/4", null],
    ["th-TH", "24 dec 2569", null],
  ])("%s: %s", async (language, words, expected) => {
    await speak(language);
    expect(read(words)).toBe(expected);
  });
});

describe("the words of a field", () => {
  const dates = Array.from(
    { length: 60 },
    (_, at) => new Date(2026, 10 + Math.floor(at / 5), 1 + 6 * (at % 5), (at * 7) % 24, at),
  );
  const asWords = ["en-US", "en-GB", "de-DE", "fr-FR", "es-ES", "it-IT", "nl-NL", "sv-SE", "pl-PL"];
  const asNumbers = ["pt-BR", "cs", "ru", "ar", "he", "fa", "ja", "zh-CN", "ko", "th", "hu", "fi"];

  test.each([...asWords, ...asNumbers])("mean the same time when read in %s", async (language) => {
    const { dateOfWords, wordsOfDate } = await load(language);
    for (const date of dates) {
      expect(dateOfWords(wordsOfDate(date), now), wordsOfDate(date)).toEqual(date);
      const day = dateOfWords(wordsOfDate(date, { isDay: true }), now, { isBack: true });
      expect(day?.toDateString()).toBe(date.toDateString());
    }
  });

  test.each(asWords)("are in the language of the page in %s", async (language) => {
    const { wordsOfDate, headDate } = await load(language);
    for (const date of dates) expect(wordsOfDate(date)).toBe(headDate(date.toISOString()));
  });
});

test("finds the latest such day if days are in the past", async () => {
  const { dateOfWords } = await load("en-US");
  const back = (words: string) => dateOfWords(words, now, { isBack: true })?.toDateString();
  expect(back("fri")).toBe(new Date(2026, 10, 13).toDateString());
  expect(back("3 dec")).toBe(new Date(2025, 11, 3).toDateString());
  expect(back("2 weeks")).toBe(new Date(2026, 10, 4).toDateString());
  expect(back("yesterday")).toBe(new Date(2026, 10, 17).toDateString());
  expect(back("in 2 weeks")).toBeUndefined();
});
