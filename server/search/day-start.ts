import { searchDate } from "@inlet/contract/search-query.ts";

/** When the day, month or year that was typed begins in this time zone; undefined when there is no such day. */
export function startOf(typed: string, timeZone: string): number | undefined {
  const [, year, month = "1", day = "1"] = searchDate.exec(typed) ?? [];
  if (year === undefined) return undefined;
  const midnight = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const date = new Date(midnight);
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) {
    return undefined;
  }
  // The offset holds at a moment, and the moment depends on it: the second look settles it, also on days of change.
  const about = midnight - offsetAt(midnight, timeZone);
  return midnight - offsetAt(about, timeZone);
}

/** How far the clocks there are ahead of UTC, in milliseconds. */
function offsetAt(time: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat("en", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  }).formatToParts(time);
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return (
    Date.UTC(of("year"), of("month") - 1, of("day"), of("hour"), of("minute"), of("second")) - time
  );
}
