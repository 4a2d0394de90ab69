const dayMs = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the same time this many working days later. Saturday and Sunday in the time zone are the weekend; "" is UTC. */
export function afterWorkingDays(at: number, days: number, timeZone: string): number {
  let due = at;
  for (let left = days; left > 0;) {
    due += dayMs;
    if (isWorkingDay(due, timeZone)) left--;
  }
  return due;
}

/** Returns the number of working days between two times. */
export function workingDaysBetween(from: number, to: number, timeZone: string): number {
  let days = 0;
  for (let at = from + dayMs; at <= to; at += dayMs) {
    if (isWorkingDay(at, timeZone)) days++;
  }
  return days;
}

function isWorkingDay(at: number, timeZone: string): boolean {
  const day = formatOf(timeZone).format(at);
  return day !== "Sat" && day !== "Sun";
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: timeZone === "" ? "UTC" : timeZone,
    weekday: "short",
  });
  formats.set(timeZone, format);
  return format;
}
