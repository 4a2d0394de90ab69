import { locale } from "#/lib/locale.ts";
import { dateTexts } from "#/lib/date-texts.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

// Creating an Intl format takes a millisecond; a list needs hundreds of labels.
const time = new Intl.DateTimeFormat(locale, { hour: "numeric", minute: "2-digit" });
const weekday = new Intl.DateTimeFormat(locale, { weekday: "short" });
const monthDay = new Intl.DateTimeFormat(locale, { month: "short", day: "numeric" });
const day = new Intl.DateTimeFormat(locale, { dateStyle: "medium" });
const dayAndTime = new Intl.DateTimeFormat(locale, {
  weekday: "short",
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "numeric",
  minute: "2-digit",
});
const full = new Intl.DateTimeFormat(locale, { dateStyle: "full", timeStyle: "short" });

/** Returns the label of a list row: a time within 24 hours, a weekday within 168 hours, else month and day. */
export function rowDate(iso: string, now: Date): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return "";
  const ageMs = now.getTime() - date.getTime();
  if (ageMs < 24 * hourMs) return time.format(date);
  if (ageMs < 168 * hourMs) return weekday.format(date);
  return monthDay.format(date);
}

/** Returns the label of a search result: the time if today, "Yesterday", "N days ago" under 7 days, else the date. */
export function resultDate(iso: string, now: Date): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return "";
  const days = Math.round((midnight(now) - midnight(date)) / dayMs);
  if (days <= 0) return time.format(date);
  if (days === 1) return dateTexts.yesterday;
  if (days < 7) return dateTexts.daysAgo(days);
  return day.format(date);
}

/** Returns the number of whole days since a date. */
export function daysSince(iso: string, now: Date): number {
  return Math.floor((now.getTime() - Date.parse(iso)) / dayMs);
}

/** Returns the full date with its time, for the reader and for tooltips. */
export function fullDate(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? "" : full.format(date);
}

/** Returns the full date in short form, for the header of a message. */
export function headDate(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? "" : dayAndTime.format(date);
}

/** Returns the day, month and year of a date, without its time. */
export function dayDate(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? "" : day.format(date);
}

/** Returns a future time: the time if today, weekday and time under 7 days, else the date with its time. */
export function comingDate(iso: string, now: Date): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return "";
  const days = Math.round((midnight(date) - midnight(now)) / dayMs);
  if (days <= 0) return time.format(date);
  return dateTexts.dayAt((days < 7 ? weekday : monthDay).format(date), time.format(date));
}

/** Returns the time at which something began: today without its day, else with month and day. */
export function beganDate(iso: string, now: Date): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return "";
  if (midnight(date) === midnight(now)) return time.format(date);
  return dateTexts.dayAt(monthDay.format(date), time.format(date));
}

/** Returns a time of the next days: its weekday and the time. */
export function shortTime(date: Date): string {
  return dateTexts.weekdayAt(weekday.format(date), time.format(date));
}

/** Returns a day in the format of searches and of the browser's own fields, such as 2026-09-01. */
export function isoDay(date: Date): string {
  return [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join("-");
}

/** Returns a time in the format of the browser's own fields, such as 2026-09-01T08:30. */
export function fieldValue(at: Date): string {
  return `${isoDay(at)}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}

function midnight(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}
