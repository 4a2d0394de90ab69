import { dateTexts } from "#/lib/date-texts.ts";
import { locale } from "#/lib/locale.ts";

const dayMs = 24 * 3_600_000;
const daysOfMonths = 30.44;
const daysOfYears = 365;

const day = { weekday: "short", day: "numeric", month: "short" } as const;
const thisYear = new Intl.DateTimeFormat(locale, day);
const otherYear = new Intl.DateTimeFormat(locale, { ...day, year: "numeric" });
const time = new Intl.DateTimeFormat(locale, { hour: "numeric", minute: "2-digit" });
const age = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });

/** Returns the date of an open message with its age, such as "Fri 6 Nov, 8:40 · 12 days ago"; today has no age. */
export function readerDate(iso: string, now: Date): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return "";
  const format = date.getFullYear() === now.getFullYear() ? thisYear : otherYear;
  const days = Math.round((midnight(now) - midnight(date)) / dayMs);
  const written = dateTexts.dayAt(format.format(date), time.format(date));
  // A clock that is wrong elsewhere may date a message in the future.
  return days <= 0 ? written : `${written} · ${ageOf(days)}`;
}

function ageOf(days: number): string {
  if (days < daysOfMonths) return age.format(-days, "day");
  if (days < daysOfYears) return age.format(-Math.floor(days / daysOfMonths), "month");
  return age.format(-Math.floor(days / daysOfYears), "year");
}

function midnight(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}
