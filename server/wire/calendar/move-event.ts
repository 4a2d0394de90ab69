import ICAL from "ical.js";
import type { Moment } from "./calendar.ts";
import {
  type Part,
  partsOf,
  type Property,
  propertiesOf,
  propertyOf,
  readCalendars,
  textOf,
  valuesOf,
} from "./part.ts";
import { recurrenceIdOf } from "./read-calendar.ts";
import { ownZonesOf } from "./time-zone.ts";
import { isAdrift } from "./write-reply.ts";

/** A new time of an event, with the version that it creates. */
export interface Move {
  uid: string;
  /** The date to move of a recurring event, and when it would begin; null for a single event. */
  date: { recurrenceId: string; start: Moment } | null;
  start: Moment;
  end: Moment | null;
  sequence: number;
  now: number;
}

/**
 * Returns the invitation to the event at its new time for all its guests (RFC 5546, 3.2.2.1), who are asked again, with their
 * addresses. For a recurring event it is that one date (RFC 5545, 3.8.4.4), from its separate entry if it has one. Returns null
 * for a recurring event without a date, and for several entries of that date: the right one is not to be guessed.
 */
export function movedRequest(source: string, move: Move): { ics: string; guests: string[] } | null {
  const [calendar] = readCalendars(source);
  const { uid, date } = move;
  const event =
    calendar && (date ? entryOf(calendar, uid, date.recurrenceId) : onlyOnce(calendar, uid));
  if (!calendar || !event) return null;
  const moved: Part = [
    "vcalendar",
    [
      ["version", {}, "text", "2.0"],
      ["prodid", {}, "text", "-//Inlet//Inlet//EN"],
      ["method", {}, "text", "REQUEST"],
    ],
    // Its time is in UTC, and alarms belong to each user.
    [[event[0], [...withTime(event, move), ...dateOf(event, date)], []]],
  ];
  const guests = propertiesOf(event, "attendee").flatMap((attendee) => {
    const address = /^mailto:(.+)$/is.exec(String(valuesOf(attendee)[0]).trim())?.[1];
    return address === undefined ? [] : [address];
  });
  return { ics: `${ICAL.stringify(moved)}\r\n`, guests };
}

/**
 * Returns a calendar's entry with the time of a later version of its invitation; null if the entry is another event or a later
 * version.
 */
export function movedAs(
  entry: string,
  source: string,
  { uid, sequence }: { uid: string; sequence: number },
): string | null {
  const [calendar] = readCalendars(entry);
  const [parsed] = readCalendars(source);
  const copied = parsed && soleOf(parsed, uid);
  const date = copied && propertyOf(copied, "recurrence-id");
  const named = date && recurrenceIdOf(date, ownZonesOf(parsed));
  const event = calendar && (named ? entryOf(calendar, uid, named) : onlyOnce(calendar, uid));
  if (!calendar || !event || !copied || Number(textOf(event, "sequence")) > sequence) return null;
  const [name, properties, parts] = calendar;
  const times = copied[1].filter(([key]) => ofTime.has(key));
  const ofDate = date ? [propertyOf(event, "recurrence-id") ?? date] : [];
  const moved: Part = [event[0], [...without(event), ...times, ...ofDate], event[2]];
  // A moved date is added beside the series it belongs to.
  const isKept = (part: Part) => part !== event || (date && !propertyOf(event, "recurrence-id"));
  const all = [...parts.filter(isKept), moved];
  return `${ICAL.stringify([name, properties, all])}\r\n`;
}

/** Returns the entry of that date in a calendar: a separate one, else that of the series. */
function entryOf(calendar: Part, uid: string, wanted: string): Part | undefined {
  const zones = ownZonesOf(calendar);
  const events = partsOf(calendar, "vevent").filter((one) => textOf(one, "uid") === uid);
  const whole = events.filter((one) => isOfWhole(one));
  const own = events.find((one) => {
    const property = propertyOf(one, "recurrence-id");
    return property !== undefined && recurrenceIdOf(property, zones) === wanted;
  });
  return own ?? (whole.length === 1 ? whole[0] : undefined);
}

function isOfWhole(event: Part): boolean {
  return (
    !propertyOf(event, "recurrence-id") &&
    ["rrule", "rdate"].some((name) => propertyOf(event, name))
  );
}

/** Returns the event's properties with a new time, version and list of guests; all others are unchanged. */
function withTime(event: Part, { start, end, sequence, now }: Move): Property[] {
  const duration = propertyOf(event, "duration");
  return [
    ...without(event),
    timeOf("dtstart", start),
    ...(end === null ? (duration ? [duration] : []) : [timeOf("dtend", end)]),
    ["sequence", {}, "integer", sequence],
    ["dtstamp", {}, "date-time", isoOf(now)],
  ];
}

const ofTime = new Set(["dtstart", "dtend", "duration", "sequence", "dtstamp"]);

/** Properties of the recurrence, and of one date's position in it. */
const ofRecurrence = new Set(["rrule", "rdate", "exdate", "exrule", "recurrence-id"]);

/** Returns the properties that a new time does not change; attendees are asked again. */
function without(event: Part): Property[] {
  const organiser = personOf(propertyOf(event, "organizer"));
  return event[1]
    .filter(([key]) => !ofTime.has(key) && !ofRecurrence.has(key) && key !== "request-status")
    .map((property): Property => {
      const [key, parameters, ...rest] = property;
      if (key !== "attendee" || personOf(property) === organiser) return property;
      return [key, { ...parameters, partstat: "NEEDS-ACTION", rsvp: "TRUE" }, ...rest];
    });
}

/** Returns the date as the invitation named it, else in the form of the series' start. */
function dateOf(event: Part, date: Move["date"]): Property[] {
  if (date === null) return [];
  return [propertyOf(event, "recurrence-id") ?? timeOf("recurrence-id", date.start)];
}

function onlyOnce(calendar: Part, uid: string): Part | undefined {
  const event = soleOf(calendar, uid);
  const isOnce = ["rrule", "rdate", "recurrence-id"].every(
    (name) => event && propertyOf(event, name) === undefined,
  );
  return isOnce ? event : undefined;
}

function soleOf(calendar: Part, uid: string): Part | undefined {
  const [event, ...others] = partsOf(calendar, "vevent").filter(
    (one) => textOf(one, "uid") === uid,
  );
  return others.length === 0 ? event : undefined;
}

function personOf(property: Property | undefined): string {
  return property ? String(valuesOf(property)[0]).trim().toLowerCase() : "";
}

function timeOf(name: string, moment: Moment): Property {
  const iso = isoOf(moment.at);
  if (moment.isDay) return [name, {}, "date", iso.slice(0, 10)];
  return [name, {}, "date-time", isAdrift(moment) ? iso.slice(0, 19) : iso];
}

function isoOf(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}
