import { searchAge, searchDate } from "@inlet/contract/mail/search-query.ts";
import { monthsBefore } from "#/base/months-before.ts";
import { momentOf } from "#/base/zone-offset.ts";

/** Returns the beginning of a typed day, month or year in this time zone; undefined if the day does not exist. */
export function startOf(typed: string, timeZone: string): number | undefined {
  const [, year, month = "1", day = "1"] = searchDate.exec(typed) ?? [];
  if (year === undefined) return undefined;
  const midnight = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const date = new Date(midnight);
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) {
    return undefined;
  }
  return momentOf(midnight, timeZone);
}

/** Returns the time that an age such as 3d, 2m or 1y lies back; undefined if it is not an age. */
export function timeAgo(typed: string, now: number = Date.now()): number | undefined {
  const [, count, unit] = searchAge.exec(typed) ?? [];
  if (count === undefined) return undefined;
  const back = Number(count);
  const then = new Date(now);
  if (unit === "h") then.setUTCHours(then.getUTCHours() - back);
  else if (unit === "d") then.setUTCDate(then.getUTCDate() - back);
  else if (unit === "w") then.setUTCDate(then.getUTCDate() - 7 * back);
  else then.setTime(monthsBefore(now, unit === "y" ? 12 * back : back));
  return Math.max(0, then.getTime());
}
