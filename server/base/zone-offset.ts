/** Returns the offset of a time zone from UTC at a moment, in milliseconds. */
export function offsetAt(time: number, timeZone: string): number {
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

/** Returns the time at which clocks in the time zone show `shown`, which is given as if it were UTC. */
export function momentOf(shown: number, timeZone: string): number {
  // The offset depends on the time and the time on the offset. The second lookup gives the right one, also on days of change.
  const about = shown - offsetAt(shown, timeZone);
  return shown - offsetAt(about, timeZone);
}
