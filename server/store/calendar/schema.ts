import type { InvitationAnswer } from "@inlet/contract/integrations/invitations.ts";
import type { MessageId, OutboxId, UserId } from "@inlet/contract/ids.ts";

/** Tables of invitations; rules for all tables are in store/engine/schema.ts. */
export interface InvitationTables {
  calendar_messages: CalendarMessageRow;
  calendar_answers: CalendarAnswerRow;
  calendar_moves: CalendarMoveRow;
}

/** Content of a message about an event. It is deleted with its message. */
export interface CalendarMessageRow {
  user_id: UserId;
  message_id: MessageId;
  /** The event's id, the same in all messages about it. */
  uid: string;
  /** One date of a recurring event; "" for all of them. */
  recurrence_id: string;
  method: string;
  /** The organizer's address in lower case; "" if none is given. */
  organiser: string;
  /** Version of the event, and the time at which that was written. */
  sequence: number;
  stamped_at: number;
  /** 0 for both if the event has no time. A recurring event ends at the end of time. */
  starts_at: number;
  ends_at: number;
  /** JSON of wire/calendar's CalendarMessage. */
  content_json: string;
  /** The calendar as received, to add the event to another calendar. */
  source: string;
}

/** An answer of the user to an invitation. The latest one whose message was not cancelled counts. */
export interface CalendarAnswerRow {
  user_id: UserId;
  uid: string;
  recurrence_id: string;
  /** The organizer, in lower case: anyone can put an event's id into an invitation. */
  organiser: string;
  /** The user's own address that was invited, in lower case. Each address has its own answer. */
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

/** An event of the user that was moved to a time that a guest proposed. */
export interface CalendarMoveRow {
  user_id: UserId;
  /** The message with the proposal. */
  message_id: MessageId;
  /** Counted from 1 for each message: a cancelled move can be repeated. */
  number: number;
  uid: string;
  /** The version of the event that it creates. */
  sequence: number;
  /** The calendar that is sent to the guests. */
  source: string;
  outbox_id: OutboxId;
}
