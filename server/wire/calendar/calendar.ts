import type {
  Attendee,
  EventPerson,
  Recurrence,
} from "@inlet/contract/integrations/invitations.ts";

/** A larger calendar is treated as a file, not an invitation. */
export const calendarBytes = 256 * 1024;

/** A moment in a calendar (RFC 5545, 3.3.5). */
export interface Moment {
  /** Milliseconds since 1970; midnight UTC for a whole day. */
  at: number;
  isDay: boolean;
  /** Local time in its zone, as in `2026-12-01T10:00`. */
  wall: string;
  /** IANA name; "" if the calendar's own rules were needed, or there was no zone. */
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
  /** An http or https address, else "". */
  link: string;
  start: Moment | null;
  end: Moment | null;
  recurrence: Recurrence | null;
  /** Days on which a recurring event does not occur, by its local time. */
  exceptDays: string[];
  organiser: EventPerson | null;
  attendees: Omit<Attendee, "isSelf">[];
  attendeesCount: number;
  comment: string;
}
