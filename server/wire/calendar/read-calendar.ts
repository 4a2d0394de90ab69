import type { EventPerson } from "@inlet/contract/integrations/invitations.ts";
import ICAL from "ical.js";
import { isAddress } from "../mime/addresses.ts";
import { visibleLine } from "../mime/html/visible-line.ts";
import { calendarBytes, type CalendarMessage, type Moment } from "./calendar.ts";
import {
  type Part,
  parameterOf,
  partsOf,
  type Property,
  propertiesOf,
  propertyOf,
  readCalendars,
  textOf,
  valuesOf,
} from "./part.ts";
import { readRecurrence } from "./recurrence.ts";
import { type OwnZones, ownZonesOf, readZone } from "./time-zone.ts";

const attendeesMax = 200;
const exceptDaysMax = 500;
const lineMax = 500;
const notesMax = 5000;
const idMax = 500;
const dayMs = 24 * 3600_000;

const methods: ReadonlyMap<string, CalendarMessage["method"]> = new Map([
  ["REQUEST", "request"],
  ["ADD", "request"],
  ["CANCEL", "cancel"],
  ["REPLY", "reply"],
  ["COUNTER", "counter"],
  ["PUBLISH", "publish"],
  ["", "publish"],
]);

/**
 * Returns the event in a calendar part; undefined if it has none that can be shown. Alarms, attachments and everything that would
 * make a client act are skipped.
 */
export function readCalendar(text: string): CalendarMessage | undefined {
  if (text.length > calendarBytes) return undefined;
  try {
    return firstEvent(text);
  } catch {
    // An unusual event does not affect its message, which shows the calendar as a file.
    return undefined;
  }
}

function firstEvent(text: string): CalendarMessage | undefined {
  for (const calendar of readCalendars(text)) {
    const method = methods.get(textOf(calendar, "method").toUpperCase());
    const events = partsOf(calendar, "vevent");
    // For a recurring event the series counts; single dates may be listed beside it.
    const event = events.find((one) => !propertyOf(one, "recurrence-id")) ?? events[0];
    if (method !== undefined && event !== undefined && isId(textOf(event, "uid"))) {
      return readEvent(event, method, ownZonesOf(calendar));
    }
  }
  return undefined;
}

/**
 * Returns a calendar part's separate entry for one date of an event, or with "" for the series. Returns `none` if it has no such
 * entry, `unclear` if it is ambiguous: two of them, several calendars, or one date that also changes all later ones (RFC 5545,
 * 3.2.13).
 */
export function readDate(
  text: string,
  { uid, recurrenceId }: { uid: string; recurrenceId: string },
): CalendarMessage | "none" | "unclear" {
  const [calendar, ...others] = readCalendars(text);
  if (!calendar || others.length > 0 || text.length > calendarBytes) return "unclear";
  const zones = ownZonesOf(calendar);
  const events = partsOf(calendar, "vevent").filter((one) => textOf(one, "uid") === uid);
  const dates = events.map((one) => propertyOf(one, "recurrence-id"));
  if (dates.some((date) => date && parameterOf(date, "range") !== "")) return "unclear";
  const of = (wanted: string) =>
    events.filter((_, at) => recurrenceIdOf(dates[at], zones) === wanted);
  const [event, ...more] = of(recurrenceId);
  if (more.length > 0 || of("").length > 1) return "unclear";
  const method = methods.get(textOf(calendar, "method").toUpperCase());
  return event && method ? readEvent(event, method, zones) : "none";
}

function readEvent(
  event: Part,
  method: CalendarMessage["method"],
  zones: OwnZones,
): CalendarMessage {
  const start = momentOf(propertyOf(event, "dtstart"), zones);
  const attendees = propertiesOf(event, "attendee");
  const isCancelled = textOf(event, "status").toUpperCase() === "CANCELLED";
  return {
    // Some clients cancel by an update with this status.
    method: isCancelled && method === "request" ? "cancel" : method,
    // Unchanged, because the answer repeats it.
    uid: textOf(event, "uid"),
    recurrenceId: recurrenceIdOf(propertyOf(event, "recurrence-id"), zones),
    sequence: wholeNumber(textOf(event, "sequence")),
    stampedAt: momentOf(propertyOf(event, "dtstamp"), zones)?.at ?? 0,
    title: oneLine(textOf(event, "summary")),
    place: oneLine(textOf(event, "location")),
    notes: severalLines(textOf(event, "description")),
    link: linkOf(event),
    start,
    end: start && endOf(event, start, zones),
    recurrence: readRecurrence(event),
    exceptDays: propertiesOf(event, "exdate")
      .slice(0, exceptDaysMax)
      .flatMap((property) => valuesOf(property))
      .slice(0, exceptDaysMax)
      .flatMap((value) => /^\d{4}-\d{2}-\d{2}/.exec(String(value))?.[0] ?? []),
    organiser: personOf(propertyOf(event, "organizer")),
    attendees: attendees.slice(0, attendeesMax).flatMap(attendeeOf),
    attendeesCount: attendees.length,
    comment: severalLines(textOf(event, "comment")),
  };
}

/**
 * Returns the moment in a property; null if it is malformed. Its parts are checked one by one, because nothing guarantees that
 * they are sane.
 */
function momentOf(property: Property | undefined, zones: OwnZones): Moment | null {
  if (property === undefined) return null;
  const found = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d):(\d\d)(Z?))?$/.exec(
    String(valuesOf(property)[0]),
  );
  if (found === null) return null;
  const [, year, month, day, hour, minute, second, utc] = found;
  const isDay = hour === undefined;
  const shown = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour ?? 0),
    Number(minute ?? 0),
    Number(second ?? 0),
  );
  if (Number(year) < 1900 || Number(month) > 12 || Number(day) > 31 || Number(hour ?? 0) > 24) {
    return null;
  }
  const wall = new Date(shown).toISOString().slice(0, 16);
  if (isDay) return { at: shown, isDay, wall, timeZone: "" };
  if (utc === "Z") return { at: shown, isDay, wall, timeZone: "UTC" };
  const zone = parameterOf(property, "tzid");
  // A floating time is the same on every clock (RFC 5545, 3.3.5): it is shown unchanged.
  return { ...readZone(shown, zone, zones), isDay, wall };
}

/**
 * Returns the end of an event. The end of a day is the next midnight. Without an end, a day lasts a day and a moment has no
 * duration.
 */
function endOf(event: Part, start: Moment, zones: OwnZones): Moment {
  const end = momentOf(propertyOf(event, "dtend"), zones);
  if (end !== null && end.isDay === start.isDay && end.at >= start.at) return end;
  const lengthMs = durationMs(textOf(event, "duration")) || (start.isDay ? dayMs : 0);
  return {
    ...start,
    at: start.at + lengthMs,
    wall: new Date(Date.parse(`${start.wall}Z`) + lengthMs).toISOString().slice(0, 16),
  };
}

function durationMs(text: string): number {
  if (!/^P[\dDWTHMS]{1,20}$/.test(text)) return 0;
  try {
    return Math.min(ICAL.Duration.fromString(text).toSeconds() * 1000, 366 * dayMs);
  } catch {
    // A malformed duration counts as zero.
    return 0;
  }
}

/** Returns the date that a property names: ISO 8601 UTC, or the day alone; "" if it names none. */
export function recurrenceIdOf(property: Property | undefined, zones: OwnZones): string {
  const moment = momentOf(property, zones);
  if (moment === null) return "";
  return moment.isDay ? moment.wall.slice(0, 10) : new Date(moment.at).toISOString();
}

function personOf(property: Property | undefined): EventPerson | null {
  if (property === undefined) return null;
  const [value] = valuesOf(property);
  const written = typeof value === "string" ? value : "";
  const address = /^mailto:(.*)$/is.exec(written)?.[1]?.trim() ?? "";
  const name = oneLine(parameterOf(property, "cn"), 200);
  if (!isAddress(address) && name === "") return null;
  return { name, address: isAddress(address) ? address : "" };
}

const answers: ReadonlyMap<string, "accepted" | "tentative" | "declined"> = new Map([
  ["ACCEPTED", "accepted"],
  ["TENTATIVE", "tentative"],
  ["DECLINED", "declined"],
]);

function attendeeOf(property: Property): CalendarMessage["attendees"] {
  const person = personOf(property);
  if (person === null) return [];
  return [
    {
      ...person,
      answer: answers.get(parameterOf(property, "partstat").toUpperCase()) ?? "none",
      isOptional: parameterOf(property, "role").toUpperCase() === "OPT-PARTICIPANT",
    },
  ];
}

/** Returns only links that a browser may open without asking; a script or a file is not a meeting place. */
function linkOf(event: Part): string {
  const written = [
    "conference",
    "x-google-conference",
    "x-microsoft-skypeteamsmeetingurl",
    "url",
    "location",
  ];
  for (const name of written) {
    const url = textOf(event, name).trim();
    if (/^https?:\/\/[^\s<>"]{3,2000}$/i.test(url) && URL.canParse(url)) return new URL(url).href;
  }
  return "";
}

function isId(uid: string): boolean {
  return uid !== "" && uid.length <= idMax && uid.isWellFormed() && !/\p{Cc}/u.test(uid);
}

function wholeNumber(text: string): number {
  const number = Number(text);
  return Number.isInteger(number) && number >= 0 && number <= 2 ** 31 - 1 ? number : 0;
}

function oneLine(text: string, max = lineMax): string {
  return visibleLine(text.slice(0, 4 * max)).slice(0, max);
}

function severalLines(text: string): string {
  return text
    .slice(0, 2 * notesMax)
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/[^\P{Cc}\n\t]/gu, " ")
    .replaceAll(/[\u202A-\u202E\u2066-\u2069]/g, "")
    .trim()
    .slice(0, notesMax);
}
