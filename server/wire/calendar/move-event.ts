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
import { isAdrift } from "./write-reply.ts";

/** Another time of an event, and which version of it that makes. */
export interface Move {
  uid: string;
  start: Moment;
  end: Moment | null;
  sequence: number;
  now: number;
}

/**
 * The invitation to the event at its new time, for all its guests (RFC 5546, 3.2.2.1), each of whom is asked anew, and
 * whom it goes to. Null for what comes again: of which date the time is to be another is not to be guessed.
 */
export function movedRequest(source: string, move: Move): { ics: string; guests: string[] } | null {
  const [calendar] = readCalendars(source);
  const event = calendar && soleEvent(calendar, move.uid);
  if (!calendar || !event) return null;
  const moved: Part = [
    "vcalendar",
    [
      ["version", {}, "text", "2.0"],
      ["prodid", {}, "text", "-//Inlet//Inlet//EN"],
      ["method", {}, "text", "REQUEST"],
    ],
    // Its time is told in UTC, and alarms are each one's own.
    [[event[0], withTime(event, move), []]],
  ];
  const guests = propertiesOf(event, "attendee").flatMap((attendee) => {
    const address = /^mailto:(.+)$/is.exec(String(valuesOf(attendee)[0]).trim())?.[1];
    return address === undefined ? [] : [address];
  });
  return { ics: `${ICAL.stringify(moved)}\r\n`, guests };
}

/**
 * An entry of a calendar with the time that a later version of its invitation says; null where it is not one event, or is
 * of a later version still.
 */
export function movedAs(
  entry: string,
  source: string,
  { uid, sequence }: { uid: string; sequence: number },
): string | null {
  const [calendar] = readCalendars(entry);
  const event = calendar && soleEvent(calendar, uid);
  const [told] = readCalendars(source);
  const said = told && soleEvent(told, uid);
  if (!calendar || !event || !said || Number(textOf(event, "sequence")) > sequence) return null;
  const [name, properties, parts] = calendar;
  const times = said[1].filter(([key]) => ofTime.has(key));
  const moved: Part = [event[0], [...without(event), ...times], event[2]];
  const all = parts.map((part) => (part === event ? moved : part));
  return `${ICAL.stringify([name, properties, all])}\r\n`;
}

/** The time, the version and who is asked are other ones; all else stays. */
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

/** What a new time leaves as it is; whoever comes is asked anew. */
function without(event: Part): Property[] {
  const organiser = personOf(propertyOf(event, "organizer"));
  return event[1]
    .filter(([key]) => !ofTime.has(key) && key !== "request-status")
    .map((property): Property => {
      const [key, parameters, ...rest] = property;
      if (key !== "attendee" || personOf(property) === organiser) return property;
      return [key, { ...parameters, partstat: "NEEDS-ACTION", rsvp: "TRUE" }, ...rest];
    });
}

function soleEvent(calendar: Part, uid: string): Part | undefined {
  const [event, ...others] = partsOf(calendar, "vevent").filter(
    (one) => textOf(one, "uid") === uid,
  );
  const isOne = ["rrule", "rdate", "recurrence-id"].every(
    (name) => event && propertyOf(event, name) === undefined,
  );
  return isOne && others.length === 0 ? event : undefined;
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
