import type { EventPerson, InvitationAnswer } from "@inlet/contract/integrations/invitations.ts";
import ICAL from "ical.js";
import type { CalendarMessage, Moment } from "./calendar.ts";

export interface Reply {
  answer: InvitationAnswer;
  attendee: EventPerson;
  now: number;
}

const statuses = { accepted: "ACCEPTED", tentative: "TENTATIVE", declined: "DECLINED" } as const;

/**
 * Returns the answer to an invitation (RFC 5546, 3.2.3): the attendee, their answer, and the ids by which the organizer's client
 * finds the event. Times are in UTC, to need no time zone definition; floating times stay floating.
 */
export function writeReply(message: CalendarMessage, { answer, attendee, now }: Reply): string {
  const { calendar, event } = about(message, "REPLY", now);
  const person = addUser(event, "attendee", attendee);
  person.setParameter("partstat", statuses[answer]);
  return textOf(calendar);
}

/** Returns the message that declines a proposed time (RFC 5546, 3.2.8). */
export function writeDeclineCounter(
  message: CalendarMessage,
  { attendee, now }: Omit<Reply, "answer">,
): string {
  // The reply declines the proposal, so it omits the proposed time.
  const { calendar, event } = about({ ...message, start: null, end: null }, "DECLINECOUNTER", now);
  addUser(event, "attendee", attendee);
  return textOf(calendar);
}

/** The grammar requires CRLF line ends, also after the last line. */
function textOf(calendar: ICAL.Component): string {
  return `${calendar.toString()}\r\n`;
}

function about(
  { uid, recurrenceId, sequence, title, start, end, recurrence, organiser }: CalendarMessage,
  method: "REPLY" | "DECLINECOUNTER",
  now: number,
): { calendar: ICAL.Component; event: ICAL.Component } {
  const calendar = new ICAL.Component("vcalendar");
  calendar.addPropertyWithValue("prodid", "-//Inlet//Inlet//EN");
  calendar.addPropertyWithValue("version", "2.0");
  calendar.addPropertyWithValue("method", method);
  const event = new ICAL.Component("vevent");
  calendar.addSubcomponent(event);
  event.addPropertyWithValue("uid", uid);
  event.addPropertyWithValue("dtstamp", utc(now));
  event.addPropertyWithValue("sequence", sequence);
  if (recurrenceId !== "") {
    // The date is written in the form of the event's start (RFC 5545, 3.8.4.4).
    const date = start && isAdrift(start) ? floating(recurrenceId) : recurrenceOf(recurrenceId);
    event.addPropertyWithValue("recurrence-id", date);
  }
  // The answer to a recurring event is not about its first date.
  if (start && recurrence === null) event.addPropertyWithValue("dtstart", timeOf(start));
  if (end && recurrence === null) event.addPropertyWithValue("dtend", timeOf(end));
  if (title !== "") event.addPropertyWithValue("summary", title);
  if (organiser) addUser(event, "organizer", organiser);
  return { calendar, event };
}

function addUser(event: ICAL.Component, name: string, person: EventPerson): ICAL.Property {
  const property = new ICAL.Property(name);
  property.setValue(`mailto:${person.address}`);
  // A parameter cannot contain a quotation mark (RFC 5545, 3.2).
  const shown = person.name.replaceAll('"', "'");
  if (shown !== "") property.setParameter("cn", shown);
  event.addProperty(property);
  return property;
}

function timeOf(moment: Moment): ICAL.Time {
  const { at, isDay } = moment;
  if (isDay) return day(new Date(at).toISOString().slice(0, 10));
  return isAdrift(moment) ? floating(new Date(at).toISOString()) : utc(at);
}

/** Returns true for a time without a zone, which is the same local time everywhere (RFC 5545, 3.3.5). */
export function isAdrift({ at, isDay, wall, timeZone }: Moment): boolean {
  const isOnItsClock = new Date(at).toISOString().slice(0, 16) === wall;
  return !isDay && timeZone === "" && isOnItsClock;
}

function floating(iso: string): ICAL.Time {
  return iso.length === 10 ? day(iso) : ICAL.Time.fromDateTimeString(iso.slice(0, 19));
}

function recurrenceOf(recurrenceId: string): ICAL.Time {
  return recurrenceId.length === 10 ? day(recurrenceId) : utc(Date.parse(recurrenceId));
}

function day(text: string): ICAL.Time {
  return ICAL.Time.fromDateString(text);
}

function utc(at: number): ICAL.Time {
  return ICAL.Time.fromDateTimeString(`${new Date(at).toISOString().slice(0, 19)}Z`);
}
