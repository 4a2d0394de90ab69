import ICAL from "ical.js";

/** An event that the person puts into their own calendar. */
export interface OwnEvent {
  uid: string;
  title: string;
  place: string;
  startsAt: number;
  endsAt: number;
  now: number;
}

/** The event as a calendar keeps it: in UTC, and with nobody invited. */
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
  return `${calendar.toString()}\r\n`;
}

function utc(at: number): ICAL.Time {
  return ICAL.Time.fromDateTimeString(`${new Date(at).toISOString().slice(0, 19)}Z`);
}
