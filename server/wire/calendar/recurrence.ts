import { type Recurrence, Weekday } from "@inlet/contract/integrations/invitations.ts";
import { offsetAt, momentOf } from "#/base/zone-offset.ts";
import type { CalendarMessage, Moment } from "./calendar.ts";
import { type Part, propertyOf, valuesOf } from "./part.ts";

const dayMs = 24 * 3600_000;
const names = { DAILY: "day", WEEKLY: "week", MONTHLY: "month", YEARLY: "year" } as const;
const described = new Set([
  "freq",
  "interval",
  "count",
  "until",
  "byday",
  "bymonth",
  "bymonthday",
  "wkst",
]);
const manyMax = 1_000_000;

/** Returns the recurrence of an event; null for a single event. Rules that the card cannot express are `other`. */
export function readRecurrence(event: Part): Recurrence | null {
  const property = propertyOf(event, "rrule");
  if (property === undefined) return propertyOf(event, "rdate") ? other : null;
  const [rule] = valuesOf(property);
  if (typeof rule !== "object" || rule === null) return other;
  const parts = rule as Record<string, unknown>;
  const every = names[String(parts["freq"]) as keyof typeof names] as
    | Recurrence["every"]
    | undefined;
  const days = listOf(parts["byday"]).map((day) =>
    /^([+-]?\d{1,2})?(MO|TU|WE|TH|FR|SA|SU)$/.exec(day),
  );
  const weekdays = days.flatMap((day) => Weekday.safeParse(day?.[2]).data ?? []);
  const weeks = new Set(days.map((day) => Number(day?.[1] ?? 0)));
  const [week = 0] = weeks;
  const isNth = week !== 0;
  const isExpressible =
    every !== undefined &&
    Object.keys(parts).every((key) => described.has(key)) &&
    weekdays.length === days.length &&
    weeks.size <= 1 &&
    (!isNth || (every === "month" && weekdays.length === 1)) &&
    (isNth || weekdays.length === 0 || every === "week") &&
    listOf(parts["bymonth"]).length <= (every === "year" ? 1 : 0) &&
    listOf(parts["bymonthday"]).length <= (every === "month" || every === "year" ? 1 : 0);
  const until = /^\d{4}-\d{2}-\d{2}/.exec(String(parts["until"] ?? ""))?.[0] ?? null;
  return {
    every: isExpressible ? every : "other",
    interval: countOf(parts["interval"]) ?? 1,
    weekdays: isExpressible ? Weekday.options.filter((day) => weekdays.includes(day)) : [],
    week: isExpressible ? week : 0,
    until,
    count: countOf(parts["count"]),
  };
}

const other: Recurrence = {
  every: "other",
  interval: 1,
  weekdays: [],
  week: 0,
  until: null,
  count: null,
};

function listOf(value: unknown): string[] {
  return (Array.isArray(value) ? value : value === undefined ? [] : [value]).map(String);
}

function countOf(value: unknown): number | null {
  const count = Number(value);
  return Number.isInteger(count) && count > 0 ? Math.min(count, manyMax) : null;
}

type Repeated = Pick<CalendarMessage, "start" | "end" | "recurrence" | "exceptDays">;

/**
 * Returns the first start and end of an event within a span of time, or null. They are computed from the days of the span, never
 * by walking the recurrences: a calendar may contain any number of them.
 */
export function occurrenceWithin(
  { start, end, recurrence, exceptDays }: Repeated,
  span: { from: number; to: number },
): { start: number; end: number } | null {
  if (start === null) return null;
  const lengthMs = Math.min(Math.max((end?.at ?? start.at) - start.at, 0), 31 * dayMs);
  const meets = (at: number) =>
    at < span.to && (at + lengthMs > span.from || (lengthMs === 0 && at >= span.from));
  const found = (at: number) => ({ start: at, end: at + lengthMs });
  if (recurrence === null || recurrence.every === "other") {
    return meets(start.at) ? found(start.at) : null;
  }
  const shown = start.at + zoneOffset(start.at);
  const firstDay = dayOf(shown);
  const timeOfDay = shown - firstDay * dayMs;
  const first = Math.max(firstDay, dayOf(span.from + zoneOffset(span.from) - lengthMs) - 1);
  const last = dayOf(span.to + zoneOffset(span.to)) + 1;
  // A span is as long as a meeting, a month at most.
  for (let day = first; day <= Math.min(last, first + 65); day++) {
    if (!comesOn(recurrence, firstDay, day) || exceptDays.includes(isoDay(day))) continue;
    const local = day * dayMs + timeOfDay;
    const at = start.isDay ? local : clock(local);
    if (meets(at)) return found(at);
  }
  return null;

  function zoneOffset(time: number): number {
    if (start === null || start.isDay) return 0;
    // Without a known zone, the offset from UTC at the start applies.
    return start.timeZone === ""
      ? Date.parse(`${start.wall}Z`) - start.at
      : offsetAt(time, start.timeZone);
  }
  function clock(local: number): number {
    return start === null || start.timeZone === ""
      ? local - zoneOffset(local)
      : momentOf(local, start.timeZone);
  }
}

/**
 * Returns the start and end of one date of a recurring event, according to the whole series; null if the event does not occur
 * then, or its rule is not supported.
 */
export function dateNamed(
  described: Repeated,
  recurrenceId: string,
): { start: Moment; end: Moment } | null {
  const { start } = described;
  const at = Date.parse(recurrenceId);
  if (start === null || Number.isNaN(at) || start.isDay !== (recurrenceId.length === 10))
    return null;
  const found = occurrenceWithin(described, { from: at, to: at + 1 });
  if (found?.start !== at) return null;
  const shownAt = (time: number): Moment => {
    const offsetMs =
      start.isDay || start.timeZone === ""
        ? Date.parse(`${start.wall}Z`) - start.at
        : offsetAt(time, start.timeZone);
    return { ...start, at: time, wall: new Date(time + offsetMs).toISOString().slice(0, 16) };
  };
  return { start: shownAt(found.start), end: shownAt(found.end) };
}

/** Days since 1970-01-01, a Thursday. */
function dayOf(shown: number): number {
  return Math.floor(shown / dayMs);
}

function isoDay(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}

/** Returns 0 for Monday. */
function weekdayOf(day: number): number {
  return (((day + 3) % 7) + 7) % 7;
}

function comesOn(rule: Recurrence, first: number, day: number): boolean {
  if (day < first) return false;
  if (rule.until !== null && isoDay(day) > rule.until) return false;
  const count = rule.count ?? Number.POSITIVE_INFINITY;
  const [a, b] = [new Date(first * dayMs), new Date(day * dayMs)];
  switch (rule.every) {
    case "day": {
      const days = day - first;
      return days % rule.interval === 0 && days / rule.interval < count;
    }
    case "week": {
      const on =
        rule.weekdays.length > 0
          ? rule.weekdays.map((each) => Weekday.options.indexOf(each))
          : [weekdayOf(first)];
      const weeks = (day - weekdayOf(day) - (first - weekdayOf(first))) / 7;
      if (weeks % rule.interval !== 0 || !on.includes(weekdayOf(day))) return false;
      const before = (each: number) => on.filter((weekday) => weekday < weekdayOf(each)).length;
      return (weeks / rule.interval) * on.length + before(day) - before(first) < count;
    }
    case "month": {
      const months =
        (b.getUTCFullYear() - a.getUTCFullYear()) * 12 + b.getUTCMonth() - a.getUTCMonth();
      if (months % rule.interval !== 0 || months / rule.interval >= count) return false;
      if (rule.week === 0) return a.getUTCDate() === b.getUTCDate();
      const weekday = rule.weekdays[0];
      if (weekday === undefined || Weekday.options.indexOf(weekday) !== weekdayOf(day))
        return false;
      const length = new Date(Date.UTC(b.getUTCFullYear(), b.getUTCMonth() + 1, 0)).getUTCDate();
      return rule.week > 0
        ? Math.ceil(b.getUTCDate() / 7) === rule.week
        : Math.ceil((length - b.getUTCDate() + 1) / 7) === -rule.week;
    }
    case "year": {
      const years = b.getUTCFullYear() - a.getUTCFullYear();
      const isSameDay = a.getUTCMonth() === b.getUTCMonth() && a.getUTCDate() === b.getUTCDate();
      return isSameDay && years % rule.interval === 0 && years / rule.interval < count;
    }
    case "other":
      return day === first;
  }
}
