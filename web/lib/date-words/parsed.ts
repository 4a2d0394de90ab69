import { earlyTimesAre, isEnglish } from "#/lib/date-words/names.ts";

/** Parts of the day: the usual hour of each, and the hours it includes. Hours from 24 on are in the night after the day. */
export const parts = {
  morning: { usual: 8, from: 1, to: 11 },
  noon: { usual: 12, from: 12, to: 12 },
  afternoon: { usual: 15, from: 12, to: 18 },
  evening: { usual: 18, from: 16, to: 23 },
  night: { usual: 20, from: 18, to: 23 },
  tonight: { usual: 20, from: 18, to: 27 },
} as const;

interface Clock {
  hour: number;
  minute: number;
  /** False for "9", which may be in both halves of the day. */
  isExact: boolean;
  /** "9h" in English, which is a time only beside a day: alone it is a number of hours. */
  needsDay: boolean;
  /** "3:30" in British English: beside a year it is written as on the page, else it may be in the afternoon. */
  needsYear: boolean;
}

/** The parts that the words so far name, each at most once. */
export interface Parsed {
  day: Date | null;
  weekday: { index: number; which: string | undefined } | null;
  clock: Clock | null;
  part: keyof typeof parts | null;
  /** The hour if the words name none. */
  usualHour: number;
  hasYear: boolean;
  /** The words name only a month or a year: a number beside it may be a day. */
  isVague: boolean;
  /** A moment, as in "in 2 hours"; it has no other parts. */
  moment: Date | null;
}

export interface Options {
  now: Date;
  /** True if days without a year or a direction are in the past. */
  isBack: boolean;
}

export const nothing: Parsed = {
  day: null,
  weekday: null,
  clock: null,
  part: null,
  usualHour: parts.morning.usual,
  hasYear: false,
  isVague: false,
  moment: null,
};

/** Returns the time of the parsed words; null if they name none, or contradict each other. */
export function timeOf(parsed: Parsed, { now, isBack }: Options): Date | null {
  const { day, weekday, clock, part, moment } = parsed;
  if (moment) return day || weekday || clock || part ? null : moment;
  const hour = hourOf(parsed, now);
  if (hour === null) return null;
  const at = (days: number, from = now) =>
    new Date(from.getFullYear(), from.getMonth(), from.getDate() + days, hour, clock?.minute ?? 0);
  if (day) {
    const isSame = !weekday || (weekday.which === undefined && weekday.index === day.getDay());
    return isSame ? at(0, day) : null;
  }
  if (weekday) {
    const days = daysUntil(weekday, { now, isBack });
    // "wed 18" on a Wednesday morning is the same evening.
    const isToday = days === 7 && weekday.which === undefined && (clock || part) && at(0) > now;
    return at(isToday ? 0 : days);
  }
  if (isBack || (!clock && !part) || clock?.needsDay) return null;
  return at(0) > now ? at(0) : at(1);
}

/** Returns the hour of the day; null if the words contradict each other or fit two hours. */
function hourOf({ clock, part, hasYear, ...parsed }: Parsed, now: Date): number | null {
  if (!clock) return part ? parts[part].usual : parsed.usualHour;
  const { hour, isExact } = clock;
  if ((parsed.isVague && !isExact) || (clock.needsYear && !hasYear && !part)) return null;
  if (!part) return isExact || clock.needsYear || hour > 6 ? hour : hour + 12;
  const halves = isExact ? [hour] : [hour % 12, (hour % 12) + 12];
  const { from, to } = parts[part];
  const fitting = [...halves, ...halves.map((each) => each + 24)].filter(
    (each) => each >= from && each <= to,
  );
  const [only = null] = fitting.length === 1 ? fitting : [];
  // At 1 in the morning, "tonight at 3" may be in two hours.
  return only !== null && only >= 24 && now.getHours() < 6 ? null : only;
}

function daysUntil(
  { index, which }: { index: number; which: string | undefined },
  { now, isBack }: Options,
): number {
  const ahead = (index - now.getDay() + 7) % 7;
  if (which === "next") return daysToMonday(now) + ((index + 6) % 7);
  if (which === "this") return ahead;
  return which === "last" || isBack ? ahead - 7 : ahead || 7;
}

/** Returns the parsed words with a day; null if they name another already. */
export function withDay(parsed: Parsed, day: Date | null): Parsed | null {
  return day && !parsed.day ? { ...parsed, day } : null;
}

/** Returns the parsed words with an hour as it is written; null if it is none, or may be in both halves of the day. */
export function withClock(
  parsed: Parsed,
  written: {
    hour: string;
    minute?: string | undefined;
    suffix?: string;
    /** True after a word such as "at". */
    isPlaced?: boolean;
  },
): Parsed | null {
  const { suffix = "", isPlaced = false } = written;
  const hour = Number(written.hour);
  const minute = Number(written.minute ?? 0);
  if (parsed.clock || minute > 59 || hour * 60 + minute > 24 * 60) return null;
  const clock = { hour, minute, isExact: true, needsDay: false, needsYear: false };
  if (/^[ap]/.test(suffix)) {
    clock.hour = (hour % 12) + (suffix.startsWith("p") ? 12 : 0);
    return hour >= 1 && hour <= 12 ? { ...parsed, clock } : null;
  }
  const isEarly = /^[1-6]$/.test(written.hour);
  if (suffix !== "") {
    clock.needsDay = suffix === "h" && isEnglish && !isPlaced;
    // "3 Uhr" is the night in writing and often the afternoon in speech.
    return isEarly ? null : { ...parsed, clock };
  }
  const isTime = written.minute !== undefined;
  // "24" is a day or a year; "24:00" is a time.
  if (hour === 24 && !isTime) return null;
  clock.isExact =
    hour > 12 || written.hour.startsWith("0") || (isEarly && isTime && earlyTimesAre === "night");
  clock.needsYear = isEarly && isTime && earlyTimesAre === "unclear";
  return { ...parsed, clock };
}

/** Returns the day; null if the month has no such day. */
export function dayOf(year: number, month: number, day: number): Date | null {
  const date = new Date(year, month - 1, day);
  const isSame = date.getFullYear() === year && date.getMonth() === month - 1;
  return isSame && date.getDate() === day ? date : null;
}

export function inDays(now: Date, days: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
}

export function daysToMonday(now: Date): number {
  return (8 - now.getDay()) % 7 || 7;
}
