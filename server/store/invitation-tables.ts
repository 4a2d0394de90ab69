import type { InvitationAnswer } from "@inlet/contract/invitations.ts";
import type { MessageId, OutboxId, UserId } from "@inlet/contract/ids.ts";

/** Of the tables those of invitations; what holds for all of them stands in tables.ts. */
export interface InvitationTables {
  calendar_messages: CalendarMessageRow;
  calendar_answers: CalendarAnswerRow;
  calendar_moves: CalendarMoveRow;
}

/** What a mail says of an event. It goes with its message. */
export interface CalendarMessageRow {
  user_id: UserId;
  message_id: MessageId;
  /** The event's own id, the same in every mail about it. */
  uid: string;
  /** Which date of an event that comes again; "" for all of them. */
  recurrence_id: string;
  method: string;
  /** Their address in lower case; "" when none is named. */
  organiser: string;
  /** Which version of the event it is, and when that was written. */
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

/** One answer of the person to an invitation. The latest whose mail was not taken back is what they answered. */
export interface CalendarAnswerRow {
  user_id: UserId;
  uid: string;
  recurrence_id: string;
  /** Whose invitation it is, in lower case: anybody can write the id of an event into one of their own. */
  organiser: string;
  /** The person's own address that was invited, in lower case: each of them answers for itself. */
  attendee: string;
  /** Counted from 1 for each event, whoever invites and is invited. */
  number: number;
  answer: InvitationAnswer;
  /** Of the invitation that was answered: what is changed afterwards wants another answer. */
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
  /** Counted from 1 for each mail: one that was taken back may be done again. */
  number: number;
  uid: string;
  /** Which version of the event it makes. */
  sequence: number;
  /** The calendar as it goes to the guests. */
  source: string;
  outbox_id: OutboxId;
}
