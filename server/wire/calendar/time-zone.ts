import { momentOf } from "#/base/zone-offset.ts";
import {
  type Part,
  propertiesOf,
  type Property,
  propertyOf,
  partsOf,
  textOf,
  valuesOf,
} from "./part.ts";
import { windowsZones } from "./windows-zones.ts";

/** The time zones defined in a calendar, by its names for them. */
export type OwnZones = ReadonlyMap<string, Part>;

const zonesMax = 20;
const observancesMax = 20;
const datesMax = 100;
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

export function ownZonesOf(calendar: Part): OwnZones {
  const zones = partsOf(calendar, "vtimezone").slice(0, zonesMax);
  return new Map(zones.map((zone) => [textOf(zone, "tzid"), zone]));
}

/**
 * Returns the moment at which clocks in the zone show this time; `shown` is the time as if it were UTC. A zone with an IANA name
 * uses the system's data, which is newer than any message; other zones use their own rules (RFC 5545, 3.6.5), or else UTC.
 */
export function readZone(
  shown: number,
  zoneId: string,
  own: OwnZones,
): { at: number; timeZone: string } {
  const zone = own.get(zoneId);
  const named = zone === undefined ? "" : textOf(zone, "x-lic-location");
  const timeZone = ianaName(zoneId) || ianaName(named);
  if (timeZone !== "") return { at: momentOf(shown, timeZone), timeZone };
  const offset = zone === undefined ? null : offsetByRules(zone, shown);
  // Without the name "UTC", the time would count as a local time without a zone.
  return { at: shown - (offset ?? 0), timeZone: offset === 0 ? "UTC" : "" };
}

/** Returns the IANA name. Outlook writes Windows names, and some clients write a path that ends in the name. */
function ianaName(zoneId: string): string {
  const known = windowsZones.get(zoneId);
  if (known !== undefined) return known;
  const segments = zoneId.split("/").slice(-3);
  for (let from = 0; from < segments.length; from++) {
    const name = segments.slice(from).join("/");
    if (/^[A-Za-z][\w+-]*(?:\/[\w+-]+){0,2}$/.test(name) && isZone(name)) return name;
  }
  return "";
}

function isZone(name: string): boolean {
  try {
    // Intl also accepts offsets and legacy abbreviations; only its RangeError means that the name is unknown.
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/**
 * Returns the offset of a zone from UTC when its clocks show this time; null if it has no rules. For each of its observances only
 * the last onset is computed: nothing walks along the years, because a calendar may name any number.
 */
function offsetByRules([, , parts]: Part, shown: number): number | null {
  const observances = parts.slice(0, observancesMax).flatMap((part) => {
    const [from, to] = [offsetOf(part, "tzoffsetfrom"), offsetOf(part, "tzoffsetto")];
    if (from === null || to === null) return [];
    // A time skipped by a clock change is read with the offset before the change (RFC 5545, 3.3.5).
    const onset = lastOnset(part, shown - Math.max(0, to - from), from);
    return [{ from, to, onset }];
  });
  const begun = observances.filter(({ onset }) => onset !== null);
  const current = begun.toSorted((a, b) => Number(b.onset) - Number(a.onset))[0];
  // Before the first observance, the offset from which it starts applies.
  return current?.to ?? observances[0]?.from ?? null;
}

/** Returns a UTC offset in milliseconds; null if it is malformed. */
function offsetOf(part: Part, name: string): number | null {
  const found = /^([+-])(\d\d):?(\d\d)/.exec(textOf(part, name));
  if (found === null) return null;
  const [, sign, hours, minutes] = found;
  const offset = (Number(hours) * 60 + Number(minutes)) * minuteMs;
  return offset > dayMs ? null : sign === "-" ? -offset : offset;
}

/** Returns when an observance last began, up to `shown`, in the local time before it; null if it had not begun. */
function lastOnset(part: Part, shown: number, from: number): number | null {
  const [start] = timesOf(propertyOf(part, "dtstart"));
  if (start === undefined) return null;
  const dates = propertiesOf(part, "rdate").slice(0, datesMax).flatMap(timesOf).slice(0, datesMax);
  const rule = propertiesOf(part, "rrule").find(isUsual);
  const year = new Date(shown).getUTCFullYear();
  const byRule = rule
    ? yearsOf(rule, year).flatMap((each) => onsetIn(rule, each, { start, from }))
    : [];
  const onsets = [start, ...dates, ...byRule].filter((onset) => onset >= start && onset <= shown);
  return onsets.length === 0 ? null : Math.max(...onsets);
}

/** Returns the years in which a rule may have applied last: this one and the one before, or those of its end. */
function yearsOf(rule: Property, year: number): number[] {
  const end = Number.parseInt(String((valuesOf(rule)[0] as Record<string, unknown>)["until"]), 10);
  const last = Number.isNaN(end) ? year : Math.min(end, year);
  return [last, last - 1];
}

/** Returns the times that a property lists, as if they were UTC. */
function timesOf(property: Property | undefined): number[] {
  if (property === undefined) return [];
  return valuesOf(property).flatMap((value) => {
    const time = Date.parse(`${/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.exec(String(value))?.[0]}Z`);
    return Number.isNaN(time) ? [] : [time];
  });
}

const weekdays = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];

/** Returns when a rule of the usual form applies in a year, never after its end. */
function onsetIn(
  rule: Property,
  year: number,
  { start, from }: { start: number; from: number },
): number[] {
  const { bymonth, byday, until } = valuesOf(rule)[0] as Record<string, unknown>;
  const [, nth, weekday = ""] = /^(-?\d)(..)$/.exec(String(byday)) ?? [];
  const month = Number(bymonth);
  // The first possible day: the start of the month's last week, or of the requested week.
  const first =
    nth === "-1" ? new Date(Date.UTC(year, month, 0)).getUTCDate() - 6 : Number(nth) * 7 - 6;
  const days = new Date(Date.UTC(year, month - 1, first)).getUTCDay();
  const date = first + ((weekdays.indexOf(weekday) - days + 7) % 7);
  const onset = Date.UTC(year, month - 1, date) + (((start % dayMs) + dayMs) % dayMs);
  if (until === undefined) return [onset];
  const end = Date.parse(
    `${String(until)
      .slice(0, 19)
      .replace(/^([\d-]{10})$/, "$1T23:59:59")}Z`,
  );
  // UNTIL is in UTC, as required, and is converted to the clock before the change.
  const last = String(until).endsWith("Z") ? end + from : end;
  return onset <= last ? [onset] : [];
}

/** Returns true for a rule of clock changes in the usual form; all other rules are skipped. */
function isUsual(property: Property): boolean {
  const [rule] = valuesOf(property);
  if (typeof rule !== "object" || rule === null) return false;
  const { freq, bymonth, byday, ...others } = rule as Record<string, unknown>;
  const isPlain = Object.keys(others).every((key) => key === "until" || key === "wkst");
  const month = Number(bymonth);
  return (
    freq === "YEARLY" &&
    isPlain &&
    Number.isInteger(month) &&
    month >= 1 &&
    month <= 12 &&
    /^(?:[1-4]|-1)(?:MO|TU|WE|TH|FR|SA|SU)$/.test(String(byday))
  );
}
