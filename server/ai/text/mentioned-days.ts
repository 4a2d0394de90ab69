import { foldText, toWords } from "#/base/tokenize.ts";
import lists from "./calendar-words.json" with { type: "json" };

/** The days and times that a text names, in words or digits. */
export interface Mentioned {
  /** Days of the year, such as "11-26". */
  days: ReadonlySet<string>;
  years: ReadonlySet<string>;
  weekdays: ReadonlySet<number>;
  /** Minutes of the day; half a day apart without "am" or "pm". */
  times: ReadonlySet<number>;
}

const dayMs = 24 * 3600_000;
const setOf = (text: string): ReadonlySet<string> => new Set(toWords(text));
const indexOf = (rows: readonly string[]) =>
  new Map(rows.flatMap((row, at) => row.split(" ").map((word) => [foldText(word), at] as const)));
const months = indexOf(lists.months);
const weekdays = indexOf(lists.weekdays);
const relative = new Map(
  Object.entries(lists.relative).flatMap(([days, row]) =>
    row.split(" ").map((word) => [foldText(word), Number(days)] as const),
  ),
);
const unsure = setOf(lists.unsure);
const noon = lists.noon.split(" ").map(foldText);
const lengths = [
  { words: setOf(lists.days), ms: dayMs },
  { words: setOf(lists.weeks), ms: 7 * dayMs },
  { words: setOf(lists.hours), ms: 3600_000 },
];

/** Returns the days that a mail of this day may mean: written ones, "Friday", "tomorrow", "in ten days". */
export function mentionedIn(text: string, sentAt: number, numbers: ReadonlySet<string>): Mentioned {
  const folded = foldText(text.slice(0, 100_000));
  const found = new Set<number>([sentAt]);
  const named = new Set<number>();
  for (const { month, day } of writtenDays(folded)) found.add(nearest(sentAt, month, day));
  for (const word of wordsOf(folded)) {
    const weekday = weekdays.get(word);
    const days = relative.get(word);
    if (days !== undefined) found.add(sentAt + days * dayMs);
    if (weekday === undefined) continue;
    named.add(weekday);
    const next = (weekday - new Date(sentAt).getUTCDay() + 7) % 7;
    for (const week of [-7, 0, 7]) found.add(sentAt + (next + week) * dayMs);
  }
  const words = toWords(folded, 20_000);
  words.forEach((word, at) => {
    const length = lengths.find(({ words: units }) => units.has(word));
    const count = Number(words[at - 1]);
    if (length && count > 0 && count <= 400) found.add(sentAt + count * length.ms);
  });
  // Spelled counts cannot be located, so each is tried as a number of days and of weeks.
  for (const count of [...numbers].map(Number).filter((one) => one > 0 && one <= 60)) {
    for (const { words: units, ms } of lengths)
      if (words.some((word) => units.has(word))) found.add(sentAt + count * ms);
  }
  return {
    days: new Set([...found].map(keyOf)),
    years: new Set([
      ...[...found].map((day) => new Date(day).toISOString().slice(0, 4)),
      ...(folded.match(/(?<!\d)(?:19|20)\d\d(?!\d)/g) ?? []),
    ]),
    weekdays: new Set([...named, ...[...found].map((day) => new Date(day).getUTCDay())]),
    times: new Set(timesIn(folded).map(({ minutes }) => minutes)),
  };
}

/**
 * Returns a sentence without the days and times that these messages name, and the words of those that they do not name. Words such
 * as "tomorrow" count from `now`.
 */
export function withoutKnownDays(
  sentence: string,
  known: Mentioned,
  now: number,
): { rest: string; unknown: string[] } {
  const folded = foldText(sentence);
  // Folding may change the length; then the places are those of the folded sentence.
  let rest = folded.length === sentence.length ? sentence : folded;
  const unknown: string[] = [];
  const blank = (start: number, text: string) => {
    rest = rest.slice(0, start) + " ".repeat(text.length) + rest.slice(start + text.length);
  };
  const own = new Set<number>();
  for (const { month, day, at, text } of writtenDays(folded)) {
    const [year] = /(?:19|20)\d\d/.exec(text) ?? [];
    const time = year ? Date.UTC(Number(year), month, day, 12) : nearest(now, month, day);
    own.add(new Date(time).getUTCDay());
    blank(at, text);
    if (!known.days.has(keyOf(time)) || (year && !known.years.has(year))) unknown.push(text);
  }
  for (const { minutes, at, text } of timesIn(folded)) {
    const isKnown = [minutes, minutes + 720, minutes - 720].some((one) => known.times.has(one));
    if (isKnown) blank(at, text);
  }
  for (const word of wordsOf(folded)) {
    if (unsure.has(word)) continue;
    const weekday = weekdays.get(word);
    if (weekday !== undefined && !known.weekdays.has(weekday) && !own.has(weekday))
      unknown.push(word);
    const days = relative.get(word);
    if (days !== undefined && !known.days.has(keyOf(now + days * dayMs))) unknown.push(word);
  }
  return { rest, unknown };
}

/** Reports whether a word is one of the calendar, which many languages capitalize. */
export function isCalendarWord(word: string): boolean {
  const folded = foldText(word);
  return months.has(folded) || weekdays.has(folded) || relative.has(folded);
}

function wordsOf(folded: string): string[] {
  return (
    folded.match(
      /\p{Script=Han}{1,3}曜|周\p{Script=Han}|星期\p{Script=Han}|[今明昨]\p{Script=Han}|\p{L}+/gu,
    ) ?? []
  );
}

interface WrittenDay {
  month: number;
  day: number;
  at: number;
  text: string;
}

const dayMonth =
  /(?<![\d.,:])(\d{1,2})(?:st|nd|rd|th|er|\.|o|a)? (?:of |de |d['’])?(\p{L}{3,12})(?!\p{L})\.?(?:,? (?:de |del )?(?:19|20)\d\d(?!\d))?/gu;
const monthDay =
  /(?<!\p{L})(\p{L}{3,12})\.? (\d{1,2})(?:st|nd|rd|th)?(?![\d:.,]\d|\d|:)(?:,? (?:19|20)\d\d(?!\d))?/gu;
const inDigits =
  /(?<![\d.,/-])(?:(?:19|20)\d\d-(?<m1>\d\d)-(?<d1>\d\d)|(?<d2>\d{1,2})\.(?<m2>\d{1,2})\.(?:(?:19|20)?\d\d)?|(?<d3>\d{1,2})\/(?<m3>\d{1,2})\/(?:(?:19|20)?\d\d)|(?<m4>\d{1,2})月(?<d4>\d{1,2})[日号])(?!\d)/gu;

function writtenDays(folded: string): WrittenDay[] {
  const found: WrittenDay[] = [];
  const add = (month: number, day: number, at: number, text: string) => {
    if (month >= 0 && month < 12 && day >= 1 && day <= 31) found.push({ month, day, at, text });
  };
  for (const { 0: text, 1: day, 2: name = "", index } of folded.matchAll(dayMonth))
    add(months.get(name) ?? -1, Number(day), index, text);
  for (const { 0: text, 1: name = "", 2: day, index } of folded.matchAll(monthDay))
    add(months.get(name) ?? -1, Number(day), index, text);
  for (const { 0: text, index, groups = {} } of folded.matchAll(inDigits)) {
    const { m1, m2, m3, m4, d1, d2, d3, d4 } = groups;
    const [month, day] = [Number(m1 ?? m2 ?? m3 ?? m4), Number(d1 ?? d2 ?? d3 ?? d4)];
    // Slashes separate the day first or the month first.
    if (m3 !== undefined && month > 12) add(day - 1, month, index, text);
    else add(month - 1, day, index, text);
  }
  return found;
}

const timeOfDay =
  /(?<![\d.,:/])(\d{1,2})(?:[:.h](\d\d))? ?(am|pm|a\.m\.|p\.m\.|uhr|h|heures|時|点)?(?![\p{L}\d:])/gu;

function timesIn(folded: string): { minutes: number; at: number; text: string }[] {
  const found = [...folded.matchAll(timeOfDay)].flatMap((match) => {
    const { 0: text, 1: hour, 2: minute, 3: half, index } = match;
    if (minute === undefined && half === undefined) return [];
    const isAfternoon = half?.startsWith("p") && Number(hour) < 12;
    const minutes = Number(hour) * 60 + Number(minute ?? 0) + (isAfternoon ? 720 : 0);
    return minutes <= 1440 && Number(minute ?? 0) < 60 ? [{ minutes, at: index, text }] : [];
  });
  for (const word of noon) {
    const at = folded.indexOf(word);
    if (at >= 0) found.push({ minutes: 720, at, text: word });
  }
  return found;
}

/** Returns the day with this month and date that is closest to a time. */
function nearest(time: number, month: number, day: number): number {
  const year = new Date(time).getUTCFullYear();
  const all = [year - 1, year, year + 1].map((each) => Date.UTC(each, month, day, 12));
  return all.toSorted((a, b) => Math.abs(a - time) - Math.abs(b - time))[0] ?? time;
}

function keyOf(time: number): string {
  return new Date(time).toISOString().slice(5, 10);
}
