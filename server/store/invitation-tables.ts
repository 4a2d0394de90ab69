import type { InvitationAnswer } from "@inlet/contract/invitations.ts";
import type { MessageId, OutboxId, UserId } from "@inlet/contract/ids.ts";

/** Tables of invitations; rules for all tables are in tables.ts. */
export interface InvitationTables {
  calendar_messages: CalendarMessageRow;
  calendar_answers: CalendarAnswerRow;
  calendar_moves: CalendarMoveRow;
}

/** Content of a message about an event. It is deleted with its message. */
export interface CalendarMessageRow {
  user_id: UserId;
  message_id: MessageId;
  /** The event's own id, the same in every mail about it. */
  uid: string;
  /** One date of a recurring event; "" for all of them. */
  recurrence_id: string;
  method: string;
  /** Their address in lower case; "" when none is named. */
  organiser: string;
  /** Version of the event, and the time at which that was written. */
  sequence: number;
  stamped_at: number;
  /** 0 for both when it says no time; the end of what comes again is the end of time. */
  starts_at: number;
  ends_at: number;
  /** JSON of wire/calendar's CalendarMessage. */
  content_json: string;
  /** The calendar as it came, for a calendar that it is put into. */
  source: string;
}

/** An answer of the user to an invitation. The latest one whose message was not cancelled counts. */
export interface CalendarAnswerRow {
  user_id: UserId;
  uid: string;
  recurrence_id: string;
  /** The organizer, in lower case: anyone can put an event's id into an invitation. */
  organiser: string;
  /** The person's own address that was invited, in lower case: each of them answers for itself. */
  attendee: string;
  /** Counted from 1 for each event, over all organizers and attendees. */
  number: number;
  answer: InvitationAnswer;
  /** Version of the invitation that was answered: a later change needs another answer. */
  sequence: number;
  message_id: MessageId;
  outbox_id: OutboxId;
  answered_at: number;
}

/** An event of the person's own that they moved to a time that a guest proposed. */
export interface CalendarMoveRow {
  user_id: UserId;
  /** The mail that proposed it. */
  message_id: MessageId;
  /** Counted from 1 for each message: a cancelled move can be repeated. */
  number: number;
  uid: string;
  /** The version of the event that it creates. */
  sequence: number;
  /** The calendar as it goes to the guests. */
  source: string;
  outbox_id: OutboxId;
}
