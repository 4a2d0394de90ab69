/** Returns the same time this many months earlier (UTC, in ms), or the month's last day if the month is too short. */
export function monthsBefore(now: number, months: number): number {
  const date = new Date(now);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() - months);
  // The day overflowed into the next month, such as February 31 into March.
  if (date.getUTCDate() !== day) date.setUTCDate(0);
  return date.getTime();
}
