import * as chrono from "chrono-node";
import { startOf } from "#/search/day-start.ts";
import type { Language } from "./question-words.ts";

/** A time span in a question. */
export interface TimeSpan {
  from: number;
  until: number;
  /** Its text in the question. */
  matched: string;
}

const day = 24 * 3600_000;
const unit = "day|week|month|year";
const relative = new RegExp(
  String.raw`\b(?:in |during |over |within |from |of )?(?:the )?(?:(this|last|past|previous) (${unit})|(?:last|past|previous) (\d{1,3}|two|three|four|five|six|seven|ten) (${unit})s?|(today|yesterday))\b`,
  "i",
);
const numbers: Record<string, number> = {
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  ten: 10,
};

const since = new Set(["since", "seit", "ab", "depuis", "desde", "dal", "sinds"]);
const after = new Set(["after", "nach", "après", "apres", "dopo", "na"]);
const between = new Set(["between", "zwischen"]);
const until = new Set([
  "before",
  "until",
  "till",
  "vor",
  "bis",
  "avant",
  "antes de",
  "prima di",
  "vóór",
  "voor",
]);

/** German expressions for those in `relative`. */
const german: [RegExp, string][] = [
  [/\b(?:in )?diese[rn]? woche\b/i, "this week"],
  [/\b(?:in )?diese[mnr]? monat\b/i, "this month"],
  [/\b(?:in )?diese[ms] jahr\b/i, "this year"],
  [/\b(?:in der )?letzte[nr]? woche\b/i, "last week"],
  [/\b(?:im )?letzte[nr]? monat\b/i, "last month"],
  [/\b(?:im )?letzte[ns]? jahr\b/i, "last year"],
  [/\bheute\b/i, "today"],
  [/\bgestern\b/i, "yesterday"],
];

/**
 * Returns the time in which the mail arrived, if the question names one that is not in the future: a future time is the topic of
 * the mail, not its arrival. Days begin in the user's time zone.
 */
export function timeSpanOf(
  question: string,
  now: number,
  timeZone: string,
  language: Language = "en",
): TimeSpan | null {
  const today = dayOf(now, timeZone);
  for (const [pattern, english] of language === "de" ? german : []) {
    const [matched] = pattern.exec(question) ?? [];
    const span = matched === undefined ? null : timeSpanOf(english, now, timeZone);
    if (matched !== undefined && span) return { ...span, matched: matched.trim() };
  }
  const match = relative.exec(question);
  if (match) {
    const [matched, which = "", single = "", count = "", several = "", named = ""] = match;
    const span = relativeSpan(
      { which: which.toLowerCase(), single: single.toLowerCase(), named: named.toLowerCase() },
      { count: numbers[count.toLowerCase()] ?? Number(count), unit: several.toLowerCase() },
      { now, today, timeZone },
    );
    return { ...span, matched: matched.trim() };
  }
  return absoluteSpan(question, now, timeZone, language);
}

interface Today {
  now: number;
  today: Day;
  timeZone: string;
}

function relativeSpan(
  { which, single, named }: { which: string; single: string; named: string },
  several: { count: number; unit: string },
  { now, today, timeZone }: Today,
): { from: number; until: number } {
  const begin = (of: Day) => startOfDay(of, timeZone);
  const tomorrow = begin(addDays(today, 1));
  if (named === "yesterday") return { from: begin(addDays(today, -1)), until: begin(today) };
  if (named === "today" || single === "day") {
    return which === "" || which === "this"
      ? { from: begin(today), until: tomorrow }
      : { from: now - day, until: tomorrow };
  }
  if (several.unit !== "") {
    const days = { day: 1, week: 7, month: 30, year: 365 }[several.unit] ?? 1;
    return { from: begin(addDays(today, -several.count * days)), until: tomorrow };
  }
  const isThis = which === "this";
  if (single === "week") {
    const monday = addDays(today, -((weekdayOf(today) + 6) % 7));
    return isThis
      ? { from: begin(monday), until: begin(addDays(monday, 7)) }
      : {
          from: begin(addDays(monday, -7)),
          until: begin(isPast(which) ? addDays(today, 1) : monday),
        };
  }
  const { year, month } = today;
  if (single === "month") {
    return isThis
      ? { from: begin({ year, month, day: 1 }), until: begin(addMonths(today, 1)) }
      : { from: begin(addMonths(today, -1)), until: begin({ year, month, day: 1 }) };
  }
  const ofYear = isThis ? year : year - 1;
  return {
    from: begin({ year: ofYear, month: 1, day: 1 }),
    until: begin({ year: ofYear + 1, month: 1, day: 1 }),
  };
}

/** Returns true for "the past week", which includes today; "last week" ends before this week. */
function isPast(which: string): boolean {
  return which === "past";
}

function absoluteSpan(
  question: string,
  now: number,
  timeZone: string,
  language: Language,
): TimeSpan | null {
  const reference = { instant: new Date(now), timezone: offsetMinutes(now, timeZone) };
  const [found, second] = chrono[language].casual
    .parse(question, reference, { forwardDate: false })
    .filter(({ start, text }) => isDay(start) || isMonth(start, text, question));
  if (!found) return null;
  const before = question.slice(0, found.index).toLowerCase();
  const first = spanOf(found.start, timeZone);
  if (!first || first.from > now) return null;
  const lead =
    /(\b(?:since|after|before|until|till|between|from|on|in|during|of|seit|nach|vor|bis|zwischen|ab|am|im|vom|depuis|apr[eè]s|avant|desde|antes de|dal|dopo|prima di|sinds|na|v[oó][oó]r))\s+(?:the\s+|dem\s+)?$/.exec(
      before,
    )?.[1];
  const end = found.end ?? (lead && between.has(lead) ? second?.start : undefined);
  const last = end ? spanOf(end, timeZone) : undefined;
  const matched = question.slice(
    found.index - (lead ? lead.length + 1 : 0),
    found.index + found.text.length,
  );
  if (last) return { from: first.from, until: last.until, matched: matched.trim() };
  if (lead && since.has(lead)) return { from: first.from, until: now + day, matched };
  if (lead && after.has(lead)) return { from: first.until, until: now + day, matched };
  if (lead && until.has(lead)) return { from: 0, until: first.from, matched };
  return { ...first, matched: matched.trim() };
}

type Parts = chrono.ParsedComponents;

function isDay(parts: Parts): boolean {
  return parts.isCertain("day") || parts.isCertain("weekday");
}

/** Returns true if the text means a month; "may" and "march" are also ordinary words. */
function isMonth(parts: Parts, text: string, question: string): boolean {
  if (!parts.isCertain("month")) return false;
  if (parts.isCertain("year")) return true;
  const name = /[A-Za-z]+/.exec(text)?.[0] ?? "";
  return (
    !/^(?:may|march|mar|jan|dec|sat|sun)$/i.test(name) ||
    new RegExp(`\\b(?:in|since|of|last|before|after|until|during) ${name}\\b`, "i").test(question)
  );
}

function spanOf(parts: Parts, timeZone: string): { from: number; until: number } | undefined {
  const year = parts.get("year");
  const month = parts.get("month");
  if (year === null || month === null) return undefined;
  if (!isDay(parts)) {
    const first = { year, month, day: 1 };
    return { from: startOfDay(first, timeZone), until: startOfDay(addMonths(first, 1), timeZone) };
  }
  const of = { year, month, day: parts.get("day") ?? 1 };
  return { from: startOfDay(of, timeZone), until: startOfDay(addDays(of, 1), timeZone) };
}

interface Day {
  year: number;
  month: number;
  day: number;
}

function dayOf(time: number, timeZone: string): Day {
  const parts = new Intl.DateTimeFormat("en", {
    timeZone,
    year: "numeric",
    month: "numeric",
    day: "numeric",
  }).formatToParts(time);
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return { year: of("year"), month: of("month"), day: of("day") };
}

function addDays({ year, month, day: date }: Day, days: number): Day {
  return utcDay(Date.UTC(year, month - 1, date + days));
}

function addMonths({ year, month }: Day, months: number): Day {
  return utcDay(Date.UTC(year, month - 1 + months, 1));
}

function utcDay(time: number): Day {
  const date = new Date(time);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

function weekdayOf({ year, month, day: date }: Day): number {
  return new Date(Date.UTC(year, month - 1, date)).getUTCDay();
}

function startOfDay({ year, month, day: date }: Day, timeZone: string): number {
  const typed = `${String(year).padStart(4, "0")}-${month}-${date}`;
  return startOf(typed, timeZone) ?? Date.UTC(year, month - 1, date);
}

/** Returns the offset of a time zone from UTC in minutes, at the beginning of today. */
export function offsetMinutes(now: number, timeZone: string): number {
  const today = dayOf(now, timeZone);
  const midnight = Date.UTC(today.year, today.month - 1, today.day);
  return Math.round((midnight - startOfDay(today, timeZone)) / 60_000);
}
