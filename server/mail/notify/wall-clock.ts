/** A wall clock's reading in a time zone: the day, as in 2026-11-22, and the minutes since it began. */
export interface WallClock {
  day: string;
  minutes: number;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the wall clock's reading at a time; "" is UTC. */
export function wallClock(timeZone: string, at: number): WallClock {
  const local = localTime(timeZone, at);
  const day = new Date(local).toISOString().slice(0, 10);
  return { day, minutes: Math.floor((local - Date.parse(`${day}T00:00:00Z`)) / minuteMs) };
}

/** When a day shows these minutes: the first time where it does twice, and the moment after a gap that has them. */
export function timeOn(timeZone: string, day: string, minutes: number): number {
  const wanted = Date.parse(`${day}T00:00:00Z`) + minutes * minuteMs;
  // Zones are 14 hours ahead at most and 12 behind; each side of a change has its own difference.
  const offsets = [wanted - dayMs, wanted + dayMs].map((at) => localTime(timeZone, at) - at);
  const exact = offsets
    .map((offset) => wanted - offset)
    .filter((at) => localTime(timeZone, at) === wanted);
  if (exact.length > 0) return Math.min(...exact);
  // In the gap: the clock goes from its beginning to its end at once, and that is the moment.
  const [before = 0, after = 0] = offsets;
  return firstThat((at) => localTime(timeZone, at) > wanted, wanted - after, wanted - before);
}

/** The next time after this one that a day shows these minutes. */
export function nextTime(timeZone: string, minutes: number, after: number): number {
  const { day } = wallClock(timeZone, after);
  const here = [0, 1, 2].map((days) => timeOn(timeZone, dayAfter(day, days), minutes));
  return here.find((at) => at > after) ?? after + dayMs;
}

/** The day so many days after this one, or before it. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** The local time as if it were UTC. */
function localTime(timeZone: string, at: number): number {
  const parts = formatOf(timeZone).formatToParts(at);
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value);
  const date = Date.UTC(part("year"), part("month") - 1, part("day"));
  return date + (part("hour") * 60 + part("minute")) * minuteMs + (at % minuteMs);
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: timeZone === "" ? "UTC" : timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
  });
  formats.set(timeZone, format);
  return format;
}

/** The first minute of a stretch for which it is true, when it is true at its end. */
function firstThat(isTrue: (at: number) => boolean, from: number, to: number): number {
  let [low, high] = [Math.floor(from / minuteMs), Math.ceil(to / minuteMs)];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (isTrue(middle * minuteMs)) high = middle;
    else low = middle + 1;
  }
  return low * minuteMs;
}
