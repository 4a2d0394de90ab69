import { locale } from "#/lib/locale.ts";

/** Hours of the day that words mean. */
const hours = { morning: 8, noon: 12, afternoon: 15, evening: 18, tonight: 20, night: 20 } as const;

/** A time without a day, or a day without a time, as far as the words name them. */
interface Read {
  day: Date | null;
  /** The day is the one of its week: a time that is still to come may be today. */
  isWeekday: boolean;
  hour: number | null;
  minute: number;
  /** The words name the evening: an hour such as 9 is in the second half of the day. */
  isLate: boolean;
  /** True if days without a year or a direction are in the past. */
  isBack: boolean;
  /** A moment, as in "in 2 hours". */
  moment: Date | null;
}

interface Rule {
  /** Matches the beginning of the rest. */
  pattern: RegExp;
  /** Stores what the match means; false if it means nothing. */
  read: (found: RegExpExecArray, read: Read, now: Date) => boolean;
}

const numbers = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
const count = String.raw`(\d{1,3}|an?|${numbers.slice(1).join("|")}|ten)`;

/**
 * Returns the time that the words mean: "tomorrow 9", "in 3 days", "fri", "24 nov 14:00", "2026-11-24T09:30". Null if they mean
 * none. A day without a time begins in the morning. An hour from 1 to 6 without am or pm is in the afternoon. With `isBack`, "fri"
 * and "3 nov" are the latest such days.
 */
export function dateOfWords(words: string, now: Date, { isBack = false } = {}): Date | null {
  const read: Read = {
    day: null,
    isWeekday: false,
    hour: null,
    minute: 0,
    isLate: false,
    isBack,
    moment: null,
  };
  let rest = plain(words);
  if (rest === "") return null;
  while (rest !== "") {
    const next = restAfter(rest, read, now);
    if (next === null) return null;
    rest = next;
  }
  return timeOf(read, now);
}

function restAfter(rest: string, read: Read, now: Date): string | null {
  for (const { pattern, read: store } of rules) {
    const found = pattern.exec(rest);
    if (found && store(found, read, now)) return rest.slice(found[0].length).trim();
  }
  return null;
}

function timeOf({ day, isWeekday, isLate, minute, ...read }: Read, now: Date): Date | null {
  if (read.moment) return read.moment;
  if (!day && read.hour === null) return null;
  const hour = isLate && read.hour !== null && read.hour < 12 ? read.hour + 12 : read.hour;
  const at = (from: Date, days: number) =>
    new Date(
      from.getFullYear(),
      from.getMonth(),
      from.getDate() + days,
      hour ?? hours.morning,
      minute,
    );
  if (!day) return at(now, 0) > now ? at(now, 0) : at(now, 1);
  // "wed 18" on a Wednesday morning is the same evening.
  if (isWeekday && hour !== null && sameDay(day, inDays(now, 7)) && at(now, 0) > now) {
    return at(now, 0);
  }
  return at(day, 0);
}

const rules: readonly Rule[] = [
  { pattern: /^(?:at|on|by|until|till?|the|um|à|le)(?=\s)/, read: () => true },
  {
    pattern: /^(\d{4})-(\d{2})-(\d{2})(?:t(\d{2}):(\d{2}))?(?=\s|$)/,
    read: ([, year, month, day, hour, minute], read) => {
      if (hour !== undefined) setTime(read, Number(hour), Number(minute));
      return setDay(read, dayOf(Number(year), Number(month), Number(day)));
    },
  },
  {
    pattern: new RegExp(
      String.raw`^(?:in\s+)?${count}\s*(min(?:ute)?|h(?:our)?|d(?:ay)?|w(?:eek)?|month|y(?:ear)?)s?(\s+ago)?(?=\s|$)`,
    ),
    read: ([, many = "", unit = "", ago], read, now) =>
      readSpan(read, numberOf(many) * (ago !== undefined || read.isBack ? -1 : 1), unit, now),
  },
  {
    pattern: /^next\s+(week|month|year)(?=\s|$)/,
    read: ([, unit], read, now) => {
      if (unit === "week") return setDay(read, nextMonday(now));
      if (unit === "month") return setDay(read, new Date(now.getFullYear(), now.getMonth() + 1, 1));
      return setDay(read, new Date(now.getFullYear() + 1, 0, 1));
    },
  },
  {
    pattern: /^(today|tonight|tomorrow|tom|tmrw?|yesterday)(?=\s|$)/,
    read: ([, name], read, now) => {
      if (name === "tonight") setEvening(read, hours.tonight);
      if (name === "today" && read.hour === null) setTime(read, hours.evening, 0);
      const days = { today: 0, tonight: 0, yesterday: -1 }[name ?? ""] ?? 1;
      return setDay(read, inDays(now, days));
    },
  },
  {
    pattern: /^(?:this\s+|next\s+)?weekend(?=\s|$)/,
    read: (_found, read, now) => setDay(read, inDays(now, (6 - now.getDay() + 7) % 7 || 7)),
  },
  { pattern: /^(?:(next|this|last)\s+)?(\p{L}+)\.?(?=\s|$)/u, read: readWeekday },
  {
    pattern: /^(\d{1,2})(?:\.|st|nd|rd|th)?\s+(?:of\s+)?(\p{L}+)\.?(?:\s+(\d{4}))?(?=\s|$)/u,
    read: ([, day, month = "", year], read, now) => readDate(read, { day, month, year }, now),
  },
  {
    pattern: /^(\p{L}+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?(?:\s+(\d{4}))?(?=\s|$)/u,
    read: ([, month = "", day, year], read, now) => readDate(read, { day, month, year }, now),
  },
  {
    pattern: /^(\d{1,2})([./])(\d{1,2})(?:[./](\d{4})?)?(?=\s|$)/,
    read: ([, one, sign, other, year], read, now) => {
      const isMonthFirst = sign === "/" && monthsComeFirst;
      const [day, month] = isMonthFirst ? [other, one] : [one, other];
      return readDate(read, { day, month: Number(month), year }, now);
    },
  },
  {
    pattern: /^(?:in the\s+|this\s+)?(noon|midnight|morning|afternoon|evening|night)(?=\s|$)/,
    read: ([, name], read) => {
      if (name === "midnight") return setTime(read, 24, 0);
      if (name === "evening" || name === "night") return setEvening(read, hours[name]);
      const named: Partial<Record<string, number>> = hours;
      return read.hour !== null || setTime(read, named[name ?? ""] ?? hours.morning, 0);
    },
  },
  {
    pattern: /^(\d{1,2})(?:[:.h](\d{2}))?\s*(am|pm|a\.m\.|p\.m\.|uhr|h)?(?=\s|$)/,
    read: ([, hour, minute, half], read) => readClock(read, Number(hour), minute, half?.charAt(0)),
  },
];

function readClock(read: Read, hour: number, minutes?: string, half?: string): boolean {
  const minute = Number(minutes ?? 0);
  if (minute > 59 || hour > 24) return false;
  if (half === "a" || half === "p") {
    return hour >= 1 && hour <= 12 && setTime(read, (hour % 12) + (half === "p" ? 12 : 0), minute);
  }
  const isAfternoon = minutes === undefined && half === undefined && hour >= 1 && hour <= 6;
  return setTime(read, isAfternoon ? hour + 12 : hour, minute);
}

function readSpan(read: Read, many: number, unit: string, now: Date): boolean {
  const date = new Date(now);
  if (/^(?:min|h)/.test(unit)) {
    read.moment = new Date(now.getTime() + many * (unit.startsWith("h") ? 3_600_000 : 60_000));
    return true;
  }
  if (unit.startsWith("d")) date.setDate(date.getDate() + many);
  else if (unit.startsWith("w")) date.setDate(date.getDate() + many * 7);
  else date.setMonth(date.getMonth() + many * (unit === "month" ? 1 : 12));
  return setDay(read, date);
}

function readWeekday([, which, name = ""]: RegExpExecArray, read: Read, now: Date): boolean {
  const weekday = indexOf(weekdays, name);
  if (weekday < 0) return false;
  // The name of a day that is known already.
  if (read.day && !read.isWeekday) return which === undefined;
  if (which === "last" || (read.isBack && which === undefined)) {
    return setDay(read, inDays(now, -((now.getDay() - weekday + 7) % 7 || 7)));
  }
  if (which === "next") return setDay(read, inDays(nextMonday(now), (weekday + 6) % 7));
  read.isWeekday = true;
  return setDay(read, inDays(now, (weekday - now.getDay() + 7) % 7 || 7));
}

function readDate(
  read: Read,
  date: { day: string | undefined; month: string | number; year: string | undefined },
  now: Date,
): boolean {
  const month = typeof date.month === "number" ? date.month : indexOf(months, date.month) + 1;
  const year = date.year === undefined ? now.getFullYear() : Number(date.year);
  const day = dayOf(year, month, Number(date.day));
  if (read.isWeekday) Object.assign(read, { day: null, isWeekday: false });
  if (!day || date.year !== undefined) return setDay(read, day);
  const today = inDays(now, 0);
  const years = read.isBack ? (day > today ? -1 : 0) : day < today ? 1 : 0;
  return setDay(read, dayOf(year + years, month, Number(date.day)));
}

function setDay(read: Read, day: Date | null): boolean {
  if (!day || read.day) return false;
  read.day = day;
  return true;
}

/** Sets the evening, at its usual hour unless the words name another one. */
function setEvening(read: Read, hour: number): boolean {
  read.isLate = true;
  return read.hour !== null || setTime(read, hour, 0);
}

function setTime(read: Read, hour: number, minute: number): boolean {
  read.hour = hour;
  read.minute = minute;
  return true;
}

/** Returns the day; null if the month has no such day. */
function dayOf(year: number, month: number, day: number): Date | null {
  const date = new Date(year, month - 1, day);
  return date.getMonth() === month - 1 && date.getDate() === day ? date : null;
}

function inDays(now: Date, days: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
}

function nextMonday(now: Date): Date {
  return inDays(now, (8 - now.getDay()) % 7 || 7);
}

function sameDay(one: Date, other: Date): boolean {
  return one.toDateString() === other.toDateString();
}

function numberOf(written: string): number {
  if (/^an?$/.test(written)) return 1;
  if (written === "ten") return 10;
  const at = numbers.indexOf(written);
  return at < 0 ? Number(written) : at;
}

/** Names of the days from Sunday, and of the months, each in English and in the page's language. */
const weekdays = Array.from({ length: 7 }, (_, day) =>
  namesOf(new Date(2023, 0, 1 + day), (style) => ({ weekday: style })),
);
const months = Array.from({ length: 12 }, (_, month) =>
  namesOf(new Date(2023, month, 1), (style) => ({ day: "numeric", month: style })),
);
const monthsComeFirst =
  new Intl.DateTimeFormat(locale, { day: "numeric", month: "numeric" })
    .formatToParts()
    .find(({ type }) => type === "day" || type === "month")?.type === "month";

function namesOf(
  date: Date,
  options: (style: "long" | "short") => Intl.DateTimeFormatOptions,
): string[] {
  return ["en", locale].flatMap((language) =>
    (["long", "short"] as const).map((style) => {
      const parts = new Intl.DateTimeFormat(language, options(style)).formatToParts(date);
      const name = parts.find(({ type }) => type === "weekday" || type === "month");
      return plain(name?.value ?? "").replace(/\.$/, "");
    }),
  );
}

/** Returns the position of a name by its first three letters or more. */
function indexOf(names: readonly (readonly string[])[], name: string): number {
  const exact = names.findIndex((one) => one.includes(name));
  if (exact >= 0 || name.length < 3) return exact;
  return names.findIndex((one) => one.some((each) => each.startsWith(name)));
}

function plain(words: string): string {
  return words
    .toLowerCase()
    .replaceAll(/[,\s]+/g, " ")
    .trim();
}
