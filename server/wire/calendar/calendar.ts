import type { Attendee, EventPerson, Recurrence } from "@inlet/contract/invitations.ts";

/** A calendar that is larger is a file, and no invitation. */
export const calendarBytes = 256 * 1024;

/** A moment as a calendar names it (RFC 5545, 3.3.5). */
export interface Moment {
  /** Milliseconds since 1970; of a whole day its midnight in UTC. */
  at: number;
  isDay: boolean;
  /** Local time in its zone, as in `2026-12-01T10:00`. */
  wall: string;
  /** By the name of IANA; "" when the calendar's own rules were needed, or there was none. */
  timeZone: string;
}

/** The one event that a message is about, from its calendar part (RFC 5546). Absent texts are "". */
export interface CalendarMessage {
  method: "request" | "cancel" | "reply" | "counter" | "publish";
  uid: string;
  /** The date of a recurring event: ISO 8601 UTC, or the day alone; "" for all dates. */
  recurrenceId: string;
  sequence: number;
  /** DTSTAMP in milliseconds; 0 if absent. */
  stampedAt: number;
  title: string;
  place: string;
  notes: string;
  /** http or https, else "". */
  link: string;
  start: Moment | null;
  end: Moment | null;
  recurrence: Recurrence | null;
  /** Days on which it does not come again, by the clock of its start. */
  exceptDays: string[];
  organiser: EventPerson | null;
  attendees: Omit<Attendee, "isSelf">[];
  attendeesCount: number;
  comment: string;
}
