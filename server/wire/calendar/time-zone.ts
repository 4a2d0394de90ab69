import ICAL from "ical.js";
import { momentOf } from "#/base/zone-offset.ts";
import { type Part, partsOf, textOf, valuesOf } from "./part.ts";
import { windowsZones } from "./windows-zones.ts";

/** The time zones that a calendar brings along, by the names it gives them. */
export type OwnZones = ReadonlyMap<string, Part>;

const zonesMax = 20;
const observancesMax = 20;

export function ownZonesOf(calendar: Part): OwnZones {
  const zones = partsOf(calendar, "vtimezone").slice(0, zonesMax);
  return new Map(zones.map((zone) => [textOf(zone, "tzid"), zone]));
}

/**
 * When the clocks there show this time; `shown` is it as if it were UTC. A zone that has a name of IANA goes by what is
 * known of that one, which is newer than any mail; another by its own rules (RFC 5545, 3.6.5), and failing those by UTC.
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
  return { at: shown - (zone === undefined ? 0 : offsetByRules(zone, shown)), timeZone: "" };
}

/** Outlook writes names of Windows, and some programs a path that ends in the name. */
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
    // What Intl calls an offset or a legacy abbreviation is a zone too; only its own error says that it is none.
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

function offsetByRules(zone: Part, shown: number): number {
  const [name, properties, parts] = zone;
  const plain: Part = [name, properties, parts.slice(0, observancesMax).map(withoutOddRules)];
  try {
    const rules = new ICAL.Timezone(new ICAL.Component(plain));
    const date = new Date(shown);
    const time = ICAL.Time.fromDateTimeString(date.toISOString().slice(0, 19));
    const offset = rules.utcOffset(time) * 1000;
    return Number.isFinite(offset) && Math.abs(offset) <= 24 * 3600_000 ? offset : 0;
  } catch {
    // Rules that cannot be read are none: the card says that the zone is not known.
    return 0;
  }
}

/** A rule that never comes true would be searched for without an end: only those of clock changes are followed. */
function withoutOddRules([name, properties, parts]: Part): Part {
  return [
    name,
    properties.filter((property) => property[0] !== "rrule" || isUsual(property)),
    parts,
  ];
}

function isUsual(property: Part[1][number]): boolean {
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
