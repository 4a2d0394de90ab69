import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { DeliveryId, IntegrationId, MessageId, OutboxId } from "./ids.ts";
import { limits } from "./limits.ts";
import { OutboxState } from "./send.ts";

/** A moment of an event, as its sender wrote it. */
export const EventTime = z.object({
  /** ISO 8601 UTC; of a whole day its midnight. */
  at: z.string(),
  /** A day without a time of day, the same everywhere. */
  isDay: z.boolean(),
  /** What the clock shows where the event was made, as in `2026-12-01T10:00`. */
  wall: z.string(),
  /** Its time zone by the name of IANA; "" when nobody can tell. */
  timeZone: z.string(),
});
export type EventTime = z.infer<typeof EventTime>;

export const Weekday = z.enum(["MO", "TU", "WE", "TH", "FR", "SA", "SU"]);
export type Weekday = z.infer<typeof Weekday>;

/** How an event comes again (RFC 5545, 3.3.10), as far as it can be said in words. */
export const Recurrence = z.object({
  /** `other`: it does, in a way that has no words here. */
  every: z.enum(["day", "week", "month", "year", "other"]),
  interval: z.number(),
  weekdays: z.array(Weekday),
  /** With one weekday, which of the month: 1 the first, -1 the last; 0 each. */
  week: z.number(),
  /** The last day that may be one, as in `2026-12-31`. */
  until: z.string().nullable(),
  count: z.number().nullable(),
});
export type Recurrence = z.infer<typeof Recurrence>;

export const InvitationAnswer = z.enum(["accepted", "tentative", "declined"]);
export type InvitationAnswer = z.infer<typeof InvitationAnswer>;

export const EventPerson = z.object({ name: z.string(), address: z.string() });
export type EventPerson = z.infer<typeof EventPerson>;

export const Attendee = EventPerson.extend({
  answer: z.enum([...InvitationAnswer.options, "none"]),
  isOptional: z.boolean(),
  isSelf: z.boolean(),
});
export type Attendee = z.infer<typeof Attendee>;

/** What a mail says of an event (RFC 5546), together with all that is known of the same event from other mail. */
export const Invitation = z.object({
  /** `event`: one that was only sent along, and nobody waits for an answer. */
  kind: z.enum(["request", "cancelled", "reply", "counter", "event"]),
  title: z.string(),
  place: z.string(),
  notes: z.string(),
  /** Where it is joined; http or https. */
  link: z.string().nullable(),
  start: EventTime.nullable(),
  end: EventTime.nullable(),
  recurrence: Recurrence.nullable(),
  /** It is about one date of an event that comes again. */
  isOneDate: z.boolean(),
  organiser: EventPerson.nullable(),
  isOrganiser: z.boolean(),
  /** The first of them; `attendeesCount` counts all. */
  attendees: z.array(Attendee),
  attendeesCount: z.number(),
  /** `replaced`: a later mail changed it. */
  state: z.enum(["current", "replaced", "cancelled"]),
  /** The mail that says what holds now, when it is another one. */
  currentEmailId: MessageId.nullable(),
  /** It speaks of an event of somebody else than who sent it. */
  isFromStranger: z.boolean(),
  /** What the person answered, and how far that has come. */
  answer: z
    .object({ answer: InvitationAnswer, outboxId: OutboxId.nullable(), state: OutboxState })
    .nullable(),
  canAnswer: z.boolean(),
  /** Whom an answer is from; "" when none can be given. */
  answersAs: z.string(),
  /** Of a reply or a counter-proposal: who it is from, and what they say to it. */
  reply: Attendee.extend({ comment: z.string() }).nullable(),
  /** Of a proposal of another time, to whom invited: the time that holds until then, and what became of it. */
  counter: z
    .object({
      start: EventTime.nullable(),
      end: EventTime.nullable(),
      canDecline: z.boolean(),
      /** How far the mail has come that declines it; null while none was written. */
      declined: OutboxState.nullable(),
      /** Whether it can be moved from here: its invitation was sent from here, and it is one event, or one date of it. */
      canAccept: z.boolean(),
      /** How far the mail has come that tells all guests of the new time. */
      accepted: OutboxState.nullable(),
    })
    .nullable(),
  /** Other events at the same time that the person accepted or made. */
  conflicts: z.array(
    z.object({
      title: z.string(),
      start: EventTime,
      end: EventTime,
      emailId: MessageId.nullable(),
    }),
  ),
});
export type Invitation = z.infer<typeof Invitation>;

/** How the event stands in a linked calendar, by the last that this was told of it. */
export const InCalendar = z.object({
  integrationId: IntegrationId,
  deliveryId: DeliveryId,
  /** What the calendar is called. */
  name: z.string(),
  /** `retrying`: it did not go through, and is tried again by itself. */
  state: z.enum(["waiting", "retrying", "stands", "failed"]),
  /** Why, as a sentence; "" when there is nothing to say. */
  reason: z.string(),
});
export type InCalendar = z.infer<typeof InCalendar>;

export const readInvitation = endpoint({
  method: "GET",
  path: "/email/{emailId}/invitation",
  access: "user",
  scope: "read",
  input: z.object({ emailId: MessageId }),
  output: z.object({ invitation: Invitation, calendar: InCalendar.nullable() }),
  errors: ["message.not_found", "invitation.none"],
});

/**
 * Tells the organiser by mail (RFC 6047). The same answer to the same invitation is sent once, however often it is
 * given; another one is a mail of its own. It can be taken back like any mail.
 */
export const answerInvitation = endpoint({
  method: "POST",
  path: "/email/{emailId}/invitation",
  access: "user",
  scope: "send",
  input: z.object({
    emailId: MessageId,
    answer: InvitationAnswer,
    undoSeconds: z.number().int().min(0).max(limits.undoSecondsMax).default(0),
  }),
  output: z.object({ id: OutboxId, state: OutboxState }),
  errors: ["message.not_found", "invitation.none", "invitation.closed", "send.not_set_up"],
});

/**
 * Answers by mail who proposed another time, once, as long as that is not taken back: that it stays as it is
 * (DECLINECOUNTER, RFC 5546, 3.2.8), or all guests that the event is at that time (REQUEST, 3.2.7).
 */
export const answerCounter = endpoint({
  method: "POST",
  path: "/email/{emailId}/invitation/counter",
  access: "user",
  scope: "send",
  input: z.object({
    emailId: MessageId,
    answer: z.enum(["accepted", "declined"]).default("declined"),
    undoSeconds: z.number().int().min(0).max(limits.undoSecondsMax).default(0),
  }),
  output: z.object({ id: OutboxId, state: OutboxState }),
  errors: [
    "message.not_found",
    "invitation.none",
    "invitation.closed",
    "send.not_set_up",
    "send.limit_hour",
    "send.limit_day",
    "send.limit_recipients",
  ],
});
