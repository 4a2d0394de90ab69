import { createHash } from "node:crypto";
import ICAL from "ical.js";
import { type Part, partsOf, propertiesOf, readCalendars, textOf } from "./part.ts";

/** An event that the user creates in their own calendar. */
export interface OwnEvent {
  uid: string;
  title: string;
  place: string;
  startsAt: number;
  endsAt: number;
  now: number;
}

/** Returns the event as an iCalendar text: in UTC, without attendees. */
export function writeEvent({ uid, title, place, startsAt, endsAt, now }: OwnEvent): string {
  const calendar = new ICAL.Component("vcalendar");
  calendar.addPropertyWithValue("prodid", "-//Inlet//Inlet//EN");
  calendar.addPropertyWithValue("version", "2.0");
  const event = new ICAL.Component("vevent");
  calendar.addSubcomponent(event);
  event.addPropertyWithValue("uid", uid);
  event.addPropertyWithValue("dtstamp", utc(now));
  event.addPropertyWithValue("dtstart", utc(startsAt));
  event.addPropertyWithValue("dtend", utc(endsAt));
  event.addPropertyWithValue("summary", title);
  if (place !== "") event.addPropertyWithValue("location", place);
  const [written] = readCalendars(calendar.toString()).flatMap((one) => partsOf(one, "vevent"));
  if (written) event.addPropertyWithValue(mark, digestOf(written));
  return `${calendar.toString()}\r\n`;
}

/** Property with a digest of the event when it was written: a difference means that the user changed it in the calendar. */
const mark = "x-inlet-added";
const marked = [
  "dtstart",
  "dtend",
  "duration",
  "rrule",
  "summary",
  "location",
  "description",
  "url",
  "status",
  "attendee",
  "organizer",
];

function digestOf(event: Part): string {
  const relevant = marked.flatMap((name) => propertiesOf(event, name));
  return createHash("sha256").update(JSON.stringify(relevant)).digest("hex").slice(0, 32);
}

/**
 * Returns true if the user changed their own event in the calendar. Without the mark, which some servers drop, changes go
 * unnoticed.
 */
export function isChangedThere(entry: string, uid: string): boolean {
  const events = readCalendars(entry)
    .flatMap((calendar) => partsOf(calendar, "vevent"))
    .filter((event) => textOf(event, "uid") === uid);
  // A changed date is a separate event beside the series.
  if (events.length > 1) return true;
  return events.some((event) => {
    const was = textOf(event, mark);
    return was !== "" && was !== digestOf(event);
  });
}

function utc(at: number): ICAL.Time {
  return ICAL.Time.fromDateTimeString(`${new Date(at).toISOString().slice(0, 19)}Z`);
}
