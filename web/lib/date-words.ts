import {
  indexOfName,
  isGregorian,
  months,
  monthsComeFirst,
  plainWords,
  weekdays,
} from "#/lib/date-words/names.ts";
import {
  dayOf,
  daysToMonday,
  inDays,
  nothing,
  type Options,
  type Parsed,
  parts,
  timeOf,
  withClock,
  withDay,
} from "#/lib/date-words/parsed.ts";
import { dayDate, fieldValue, headDate, isoDay } from "#/lib/dates.ts";

interface Rule {
  /** Matches the beginning of the rest. */
  pattern: RegExp;
  /** Returns the parsed words including the match; null if the match means nothing here. */
  apply: (found: RegExpExecArray, parsed: Parsed, options: Options) => Parsed | null;
}

const numbers = "a one two three four five six seven eight nine ten".split(" ");
const span = String.raw`(?:(\d{1,3})\s*|(an|${numbers.join("|")})\s+)(min(?:ute)?|h(?:our)?|d(?:ay)?|w(?:eek)?|mon(?:th)?|y(?:ear)?)s?(?=\s|$)`;
/** A number before a month and a number that may be a year: "20" of "20 nov 26" is no hour. */
const dayOfYear = String.raw`\d{1,2}\s+(?!(?:am|pm|uhr|h)\s)\p{L}+\.?\s+(?:2[4-9]|[3-9]\d)(?=\s|$)`;
/** Longer texts mean no time. */
const maxLength = 100;

/**
 * Returns the time that the words mean: "tomorrow 9", "in 3 days", "fri", "24 nov 14:00", "2026-11-24T09:30". Null if they mean
 * none, or if they could mean two: mail is sent at this time without a further question. A day without a time begins in the
 * morning. An hour from 1 to 6 without am or pm is in the afternoon. With `isBack`, "fri" and "3 nov" are the latest such days.
 */
export function dateOfWords(words: string, now: Date, { isBack = false } = {}): Date | null {
  if (words.length > maxLength) return null;
  const [time = null, ...others] = timesOf(plainWords(words), nothing, { now, isBack });
  return others.every((other) => other.getTime() === time?.getTime()) ? time : null;
}

/**
 * Returns the words of a time for a field, in the language of the page. Words that `dateOfWords` does not read as this time are
 * replaced by those that it reads in each language.
 */
export function wordsOfDate(at: Date, { isDay = false } = {}): string {
  const [written, valueOf] = isDay ? [dayDate, isoDay] : [headDate, fieldValue];
  const words = written(at.toISOString());
  const read = dateOfWords(words, at);
  return read && valueOf(read) === valueOf(at) ? words : valueOf(at).replace("T", " ");
}

/** Returns a time for each way to read the rest of the words. */
function timesOf(rest: string, parsed: Parsed, options: Options): Date[] {
  if (rest === "") {
    const time = timeOf(parsed, options);
    return time ? [time] : [];
  }
  return rules.flatMap(({ pattern, apply }) => {
    const found = pattern.exec(rest);
    const next = found && apply(found, parsed, options);
    return next ? timesOf(rest.slice(found[0].length).trim(), next, options) : [];
  });
}

const rules: readonly Rule[] = [
  {
    // A span has no such word before it: "at 9h" is a time.
    pattern: new RegExp(String.raw`^(?:at|on|by|until|till?|the|um|à|le)(?=\s)(?!\s+${span})`),
    apply: (_found, parsed) => parsed,
  },
  {
    pattern: /^(\d{4})-(\d{2})-(\d{2})(?:t(\d{2}:\d{2})(?=\s|$)|(?=\s|$))/,
    apply: ([, year, month, day, time], parsed) => {
      const dated = withDay(parsed, dayOf(Number(year), Number(month), Number(day)));
      const [hour = "", minute] = time?.split(":") ?? [];
      return dated && time !== undefined ? withClock(dated, { hour, minute }) : dated;
    },
  },
  { pattern: new RegExp(String.raw`^(?:(in)\s+)?${span}(\s+ago)?(?=\s|$)`), apply: applySpan },
  {
    pattern: /^next\s+(week|month|year)(?=\s|$)/,
    apply: ([, unit], parsed, { now }) => {
      if (unit === "week") return withDay(parsed, inDays(now, daysToMonday(now)));
      const [year, month] = [now.getFullYear(), now.getMonth()];
      const day = unit === "month" ? new Date(year, month + 1, 1) : new Date(year + 1, 0, 1);
      return withDay({ ...parsed, isVague: true }, day);
    },
  },
  {
    pattern: /^(today|tomorrow|tom|tmrw?|yesterday)(?=\s|$)/,
    apply: ([, name = ""], parsed, { now }) => {
      const usualHour = name === "today" ? parts.evening.usual : parsed.usualHour;
      const days = { today: 0, yesterday: -1 }[name] ?? 1;
      return withDay({ ...parsed, usualHour }, inDays(now, days));
    },
  },
  {
    // On a weekend, "this weekend" has begun.
    pattern: /^(this\s+)?weekend(?=\s|$)/,
    apply: ([, isThis], parsed, { now }) =>
      isThis !== undefined && now.getDay() % 6 === 0
        ? null
        : withDay(parsed, inDays(now, 6 - now.getDay() || 7)),
  },
  {
    pattern: /^(?:(next|this|last)\s+)?(\p{L}+)\.?(?=\s|$)/u,
    apply: ([, which, name = ""], parsed) => {
      const index = indexOfName(weekdays, name);
      return index === null || parsed.weekday ? null : { ...parsed, weekday: { index, which } };
    },
  },
  {
    pattern: /^(\d{1,2})(?:\.|st|nd|rd|th)?\s+(?:of\s+)?(\p{L}+)\.?(?:\s+(\d{4}))?(?=\s|$)/u,
    apply: ([, day, name = "", year], parsed, options) =>
      applyDate(parsed, { day, month: indexOfName(months, name), year }, options),
  },
  {
    pattern: /^(\p{L}+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?(?:\s+(\d{4}))?(?=\s|$)/u,
    apply: ([, name = "", day, year], parsed, options) =>
      applyDate(parsed, { day, month: indexOfName(months, name), year }, options),
  },
  // With dots, the day is first in most languages; where months come first, it may be either.
  ...(isGregorian ? [monthsComeFirst, false] : []).map((isMonthFirst) => ({
    pattern: /^(\d{1,2})([./])(\d{1,2})(?:[./](\d{4})?)?(?=\s|$)/,
    apply: ([, one, sign, other, year]: RegExpExecArray, parsed: Parsed, options: Options) => {
      if (sign === "/" && isMonthFirst !== monthsComeFirst) return null;
      const [day, month] = isMonthFirst ? [other, one] : [one, other];
      return applyDate(parsed, { day, month: Number(month) - 1, year }, options);
    },
  })),
  // Without a day, it is the next midnight; the midnight of a day may be the one before or after it.
  ...["0", "24"].map((hour) => ({
    pattern: /^midnight(?=\s|$)/,
    apply: (_found: RegExpExecArray, parsed: Parsed) => withClock(parsed, { hour, minute: "00" }),
  })),
  {
    pattern: /^(tonight|(?:(in\s+the|this)\s+)?(noon|morning|afternoon|evening|night))(?=\s|$)/,
    apply: ([, whole, which, name], parsed, { now }) => {
      const part = (name ?? whole) as keyof typeof parts;
      if (parsed.part) return null;
      const isToday = part === "tonight" || which === "this";
      return isToday ? withDay({ ...parsed, part }, inDays(now, 0)) : { ...parsed, part };
    },
  },
  {
    pattern: new RegExp(
      String.raw`^(?:(at|um|à)\s+)?(?!${dayOfYear})(\d{1,2})(?:([:.h])(\d{2}))?\s*(am|pm|a\.\s?m\.|p\.\s?m\.|uhr|h)?(?=\s|$)`,
      "u",
    ),
    apply: ([, preposition, hour = "", sign, minute, suffix = sign === "h" ? "h" : ""], parsed) =>
      withClock(parsed, { hour, minute, suffix, isPlaced: preposition !== undefined }),
  },
];

function applySpan(
  [, direction, digits, word = "", unit = "", ago]: RegExpExecArray,
  parsed: Parsed,
  { now, isBack }: Options,
): Parsed | null {
  if (parsed.moment || (direction !== undefined && (ago !== undefined || isBack))) return null;
  const size =
    digits === undefined ? numbers.indexOf(word === "an" ? "a" : word) || 1 : Number(digits);
  const many = ago !== undefined || isBack ? -size : size;
  if (/^(?:min|h)/.test(unit)) {
    const ms = unit.startsWith("h") ? 3_600_000 : 60_000;
    return { ...parsed, moment: new Date(now.getTime() + many * ms) };
  }
  if (/^[dw]/.test(unit)) {
    return withDay(parsed, inDays(now, many * (unit.startsWith("w") ? 7 : 1)));
  }
  const month = now.getMonth() + many * (unit.startsWith("m") ? 1 : 12);
  const lastDay = new Date(now.getFullYear(), month + 1, 0).getDate();
  const day = Math.min(now.getDate(), lastDay);
  return withDay(parsed, new Date(now.getFullYear(), month, day));
}

function applyDate(
  parsed: Parsed,
  date: { day: string | undefined; month: number | null; year: string | undefined },
  { now, isBack }: Options,
): Parsed | null {
  const { month, year = now.getFullYear() } = date;
  if (month === null) return null;
  const day = dayOf(Number(year), month + 1, Number(date.day));
  // A year of another calendar would be centuries away.
  if (!day || (date.year !== undefined && !isGregorian)) return null;
  if (date.year !== undefined) return withDay({ ...parsed, hasYear: true }, day);
  const today = inDays(now, 0);
  const years = isBack ? (day > today ? -1 : 0) : day < today ? 1 : 0;
  return withDay(parsed, dayOf(Number(year) + years, month + 1, Number(date.day)));
}
