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

/**
 * Returns the moment of a day with this local time, in minutes since midnight: the first if it occurs twice, the end of the gap
 * if a clock change skips it.
 */
export function timeOn(timeZone: string, day: string, minutes: number): number {
  const wanted = Date.parse(`${day}T00:00:00Z`) + minutes * minuteMs;
  // Zones are at most 14 hours ahead of UTC and 12 behind, so each moment lies on its own side of a clock change.
  const offsets = [wanted - dayMs, wanted + dayMs].map((at) => localTime(timeZone, at) - at);
  const exact = offsets
    .map((offset) => wanted - offset)
    .filter((at) => localTime(timeZone, at) === wanted);
  if (exact.length > 0) return Math.min(...exact);
  // In the gap: the clock jumps over it, and the moment of the jump counts.
  const [before = 0, after = 0] = offsets;
  return firstThat((at) => localTime(timeZone, at) > wanted, wanted - after, wanted - before);
}

/** Returns the next moment after this one at which the local clock shows these minutes. */
export function nextTime(timeZone: string, minutes: number, after: number): number {
  const { day } = wallClock(timeZone, after);
  const here = [0, 1, 2].map((days) => timeOn(timeZone, dayAfter(day, days), minutes));
  return here.find((at) => at > after) ?? after + dayMs;
}

/** Returns the date that is `days` after this one; before it if negative. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** Returns the local time as if it were UTC. */
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

/** Returns the first minute of the range at which `isTrue` holds. It must hold at the end. */
function firstThat(isTrue: (at: number) => boolean, from: number, to: number): number {
  let [low, high] = [Math.floor(from / minuteMs), Math.ceil(to / minuteMs)];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (isTrue(middle * minuteMs)) high = middle;
    else low = middle + 1;
  }
  return low * minuteMs;
}
