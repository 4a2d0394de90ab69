import { searchDate } from "@inlet/contract/search-query.ts";
import { momentOf } from "#/base/zone-offset.ts";

/** When the day, month or year that was typed begins in this time zone; undefined when there is no such day. */
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
