import type { InvitationAnswer } from "@inlet/contract/integrations/invitations.ts";
import ICAL from "ical.js";
import {
  type Part,
  parameterOf,
  partsOf,
  propertiesOf,
  type Property,
  propertyOf,
  readCalendars,
  textOf,
  valuesOf,
} from "./part.ts";

/** Options for putting an event into a calendar. */
export interface Keeping {
  uid: string;
  /** The calendar's existing entry of the same event; "" if the calendar has none. */
  existing: string;
  /** The organizer's earlier version, if known: it separates the user's changes from the organizer's. */
  earlier?: string;
  /** Address of the attendee whose answer it is. */
  attendee: string;
  answer: InvitationAnswer | "none";
}

/**
 * RFC 4791 (4.1) allows no method in a stored calendar; properties that act automatically or point to other resources are not
 * copied from the message.
 */
const neverKept = new Set(["attach", "request-status"]);
const statuses = {
  accepted: "ACCEPTED",
  tentative: "TENTATIVE",
  declined: "DECLINED",
  none: "NEEDS-ACTION",
} as const;

/**
 * Returns an invitation's event in the form for calendars, with the user's reply; undefined if the source does not contain it.
 * Single dates that the calendar already has are preserved, unless the organizer sent a later version of the whole event.
 */
export function calendarObject(source: string, keeping: Keeping): string | undefined {
  const [calendar] = readCalendars(source);
  if (calendar === undefined) return undefined;
  const [known] = readCalendars(keeping.existing);
  const before = known ? eventsOf(known, keeping.uid) : [];
  const [sent] = readCalendars(keeping.earlier ?? "");
  const earlier = sent && eventsOf(sent, keeping.uid);
  const events = eventsOf(calendar, keeping.uid).map((event) =>
    withOwn(kept(event, keeping), before, earlier),
  );
  if (events.length === 0) return undefined;
  const others = stillKept(before, events);
  const zones = new Map(
    [...(known ? partsOf(known, "vtimezone") : []), ...partsOf(calendar, "vtimezone")].map(
      (zone) => [textOf(zone, "tzid"), zone],
    ),
  );
  const whole: Part = [
    "vcalendar",
    [
      ["version", {}, "text", "2.0"],
      ["prodid", {}, "text", "-//Inlet//Inlet//EN"],
    ],
    [...zones.values(), ...others, ...events],
  ];
  return `${ICAL.stringify(whole)}\r\n`;
}

function kept([name, properties]: Part, { attendee, answer }: Keeping): Part {
  const mine = `mailto:${attendee}`.toLowerCase();
  return [
    name,
    properties
      .filter((property) => !neverKept.has(property[0]))
      .map((property) => {
        const [key, parameters, ...rest] = property;
        if (key === "organizer") {
          // The reply is sent by email: the calendar server must not send another (RFC 6638, 7.1).
          return [key, { ...parameters, "schedule-agent": "CLIENT" }, ...rest] satisfies Property;
        }
        const isMine = key === "attendee" && String(valuesOf(property)[0]).toLowerCase() === mine;
        if (!isMine) return property;
        const { rsvp: _asked, ...others } = parameters;
        return [key, { ...others, partstat: statuses[answer] }, ...rest] satisfies Property;
      }),
    // Alarms are set by the user alone.
    [],
  ];
}

/** Properties that the user sets in their own calendar, independent of the organizer's value. */
const personal = new Set(["color"]);
/** Properties that both may set: the organizer's changes are applied, otherwise the user's are kept. */
const shared = ["categories", "transp", "class"] as const;
/** Default values (RFC 5545, 3.8.1.3 and 3.8.2.7). */
const defaults = { categories: "", transp: "opaque", class: "public" } as const;

/** Properties that calendar clients store for their user. Other X- properties are the organizer's, who may remove them. */
const clientSpecific = /^x-(?:apple|moz|evolution|kde|tasks)-/;

/**
 * Returns the event with the user's settings from their calendar: alarms, and properties that the organizer does not change. A
 * date without a separate entry has those of the series.
 */
function withOwn(
  [name, properties, parts]: Part,
  before: Part[],
  earlier: Part[] | undefined,
): Part {
  const date = dateOf([name, properties, parts]);
  const own = ofDate(before, date);
  if (own === undefined) return [name, properties, parts];
  const previous = earlier && ofDate(earlier, date);
  const named = new Set(properties.map(([key]) => key));
  const persons = new Set<string>(
    shared.filter((key) => {
      const mine = propertyText(own, key);
      // Without the earlier version it is unknown who changed it.
      if (previous === undefined) return mine !== defaults[key];
      const was = propertyText(previous, key);
      return (
        mine !== was && (!named.has(key) || propertyText([name, properties, parts], key) === was)
      );
    }),
  );
  const theirs = own[1].filter(
    ([key]) =>
      personal.has(key) || persons.has(key) || (clientSpecific.test(key) && !named.has(key)),
  );
  const replaced = new Set([...theirs.map(([key]) => key), ...persons]);
  return [
    name,
    [...properties.filter(([key]) => !replaced.has(key)), ...theirs],
    [...parts, ...partsOf(own, "valarm")],
  ];
}

/** Returns the event of a date, else the whole series. */
function ofDate(events: readonly Part[], date: string): Part | undefined {
  return (
    events.find((event) => dateOf(event) === date) ?? events.find((event) => dateOf(event) === "")
  );
}

/** Returns the values in a comparable form: calendars may change their order and case. */
function propertyText(event: Part, key: (typeof shared)[number]): string {
  const values = propertiesOf(event, key).flatMap((property) =>
    valuesOf(property).map((value) => String(value).trim().toLowerCase()),
  );
  return values.length === 0 ? defaults[key] : values.toSorted().join("\n");
}

function stillKept(known: Part[], events: Part[]): Part[] {
  const replaced = new Set(events.map(dateOf));
  const others = known.filter((event) => !replaced.has(dateOf(event)));
  const whole = events.find((event) => dateOf(event) === "");
  const before = known.find((event) => dateOf(event) === "");
  const isLater =
    whole !== undefined &&
    before !== undefined &&
    Number(textOf(whole, "sequence")) > Number(textOf(before, "sequence"));
  return isLater ? [] : others;
}

function dateOf(event: Part): string {
  const property = propertyOf(event, "recurrence-id");
  return property ? `${parameterOf(property, "tzid")} ${String(valuesOf(property)[0])}` : "";
}

function eventsOf(calendar: Part, uid: string): Part[] {
  return partsOf(calendar, "vevent").filter((event) => textOf(event, "uid") === uid);
}

/**
 * Returns the reason not to write into a calendar's entry: "others" if it has a different organizer, or none because it is the
 * user's own; "later" if it is a later version of the event than `source`.
 */
export function keptApart(entry: string, source: string, uid: string): "others" | "later" | null {
  const known = readCalendars(entry).flatMap((calendar) => eventsOf(calendar, uid));
  const events = readCalendars(source).flatMap((calendar) => eventsOf(calendar, uid));
  const organisers = new Set([...known, ...events].map(organiserOf));
  if (organisers.size > 1 || organisers.has("")) return "others";
  const isLater = (event: Part) =>
    known.some((one) => dateOf(one) === dateOf(event) && isLaterThan(one, event));
  return events.some(isLater) ? "later" : null;
}

function organiserOf(event: Part): string {
  const property = propertyOf(event, "organizer");
  if (property === undefined) return "";
  const written = String(valuesOf(property)[0]);
  // Some servers identify people by an internal path, with the address beside it.
  const address = /^mailto:(.*)$/is.exec(written)?.[1] ?? parameterOf(property, "email");
  return address.trim().toLowerCase();
}

/**
 * By RFC 5546 (2.1.5) the sequence number counts first, then the time stamp. Calendars update the stamp on any edit, so it only
 * counts if the event is at another time.
 */
function isLaterThan(one: Part, other: Part): boolean {
  const [here, there] = [one, other].map((event) => Number(textOf(event, "sequence")) || 0);
  if (here !== there) return (here ?? 0) > (there ?? 0);
  const isSameTime = ["dtstart", "dtend", "duration", "rrule"].every(
    (name) => valueOf(one, name) === valueOf(other, name),
  );
  const stamp = (event: Part) => Date.parse(textOf(event, "dtstamp")) || 0;
  return !isSameTime && stamp(one) > stamp(other);
}

function valueOf(event: Part, name: string): string {
  const property = propertyOf(event, name);
  return property ? JSON.stringify([parameterOf(property, "tzid"), ...valuesOf(property)]) : "";
}

/** Returns true if a calendar's entry is of this event, and does not just have a similar id. */
export function isEntryOf(entry: string, uid: string): boolean {
  return readCalendars(entry).some((calendar) => eventsOf(calendar, uid).length > 0);
}

/** Returns true if the time of an entry counts as busy. */
export function takesTime(entry: string): boolean {
  const events = readCalendars(entry).flatMap((calendar) => partsOf(calendar, "vevent"));
  return events.some(
    (event) =>
      textOf(event, "transp").toUpperCase() !== "TRANSPARENT" &&
      textOf(event, "status").toUpperCase() !== "CANCELLED",
  );
}
