import type { ListedEmail } from "#/api/queries.ts";
import { listTexts } from "#/features/message-list/list-texts.ts";
import type { Day } from "#/features/message-list/row-layout.ts";
import { dateTexts } from "#/lib/date-texts.ts";
import { locale } from "#/lib/locale.ts";

/** Order of a list by date; null if its rows are ordered by something else, and belong to no days. */
export type DayOrder = "newest" | "oldest" | null;

const dayMs = 24 * 3_600_000;
const month = new Intl.DateTimeFormat(locale, { month: "long" });
const monthAndYear = new Intl.DateTimeFormat(locale, { month: "long", year: "numeric" });
const names = [
  listTexts.days.today,
  dateTexts.yesterday,
  listTexts.days.thisWeek,
  listTexts.days.lastWeek,
];

/**
 * Returns the days of a list: today, yesterday, the rest of this week, the last one, and then month by month. Each day is found by
 * bisection, because a list can have a hundred thousand rows.
 */
export function daysOf(
  emails: readonly ListedEmail[],
  order: DayOrder,
  /** Start of the present day. */
  todayMs: number,
): Day[] {
  if (order === null) return [];
  const dateAt = (at: number) => new Date(emails[at]?.returnedAt ?? emails[at]?.emailDate ?? 0);
  const days: Day[] = [];
  for (let at = 0; at < emails.length;) {
    const rank = rankOf(dateAt(at), todayMs);
    days.push({ rank, label: labelOf(dateAt(at), rank, todayMs), at });
    // A row that is out of order stays with the day above it.
    const isBelow = (row: number) => {
      const other = rankOf(dateAt(row), todayMs);
      return order === "newest" ? other > rank : other < rank;
    };
    let [from, to] = [at + 1, emails.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (isBelow(middle)) to = middle;
      else from = middle + 1;
    }
    at = from;
  }
  return days;
}

/** Returns the position of a date among the days: 0 for today, higher numbers for earlier ones. */
function rankOf(date: Date, todayMs: number): number {
  const today = new Date(todayMs);
  // Rounded, because a day on which the clocks change has 23 or 25 hours.
  const daysAgo = Math.round((todayMs - new Date(date).setHours(0, 0, 0, 0)) / dayMs);
  const sinceMonday = (today.getDay() + 6) % 7;
  // Neither a clock that is fast nor an invalid date has a day of its own.
  if (!(daysAgo > 0)) return 0;
  if (daysAgo === 1) return 1;
  if (daysAgo <= sinceMonday) return 2;
  if (daysAgo <= sinceMonday + 7) return 3;
  return names.length + monthOf(today) - monthOf(date);
}

function monthOf(date: Date): number {
  return date.getFullYear() * 12 + date.getMonth();
}

function labelOf(date: Date, rank: number, todayMs: number): string {
  const isThisYear = date.getFullYear() === new Date(todayMs).getFullYear();
  return names[rank] ?? (isThisYear ? month : monthAndYear).format(date);
}
