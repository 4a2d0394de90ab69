/** Returns the same time so many months earlier (UTC, in ms); a month that lacks the day ends with its last day. */
export function monthsBefore(now: number, months: number): number {
  const date = new Date(now);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() - months);
  // February 31 ran over into March.
  if (date.getUTCDate() !== day) date.setUTCDate(0);
  return date.getTime();
}
