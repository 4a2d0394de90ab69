import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { DeliveryId, IntegrationId, MessageId, OutboxId } from "../ids.ts";
import { limits } from "../limits.ts";
import { OutboxState } from "../mail/send.ts";

/** A time of an event, as its sender wrote it. */
export const EventTime = z.object({
  /** In ISO 8601 UTC; for a whole day, its midnight. */
  at: z.string(),
  /** True for a whole day, which is the same date in every time zone. */
  isDay: z.boolean(),
  /** The local time where the event was created, as in `2026-12-01T10:00`. */
  wall: z.string(),
  /** Its IANA time zone; "" if unknown. */
  timeZone: z.string(),
});
export type EventTime = z.infer<typeof EventTime>;

export const Weekday = z.enum(["MO", "TU", "WE", "TH", "FR", "SA", "SU"]);
export type Weekday = z.infer<typeof Weekday>;

/** The recurrence of an event (RFC 5545, 3.3.10), as far as it can be put into words. */
export const Recurrence = z.object({
  /** `other`: it recurs in a way that cannot be put into words here. */
  every: z.enum(["day", "week", "month", "year", "other"]),
  interval: z.number(),
  weekdays: z.array(Weekday),
  /** With a single weekday, its position in the month: 1 for the first, -1 for the last; 0 for all. */
  week: z.number(),
  /** The last possible day of an occurrence, as in `2026-12-31`. */
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

/** The event of a message (RFC 5546), with everything known about the same event from other mail. */
export const Invitation = z.object({
  /** `event`: an event that was only attached and needs no answer. */
  kind: z.enum(["request", "cancelled", "reply", "counter", "event"]),
  title: z.string(),
  place: z.string(),
  notes: z.string(),
  /** The address for joining it; http or https. */
  link: z.string().nullable(),
  start: EventTime.nullable(),
  end: EventTime.nullable(),
  recurrence: Recurrence.nullable(),
  /** True if it concerns one date of a recurring event. */
  isOneDate: z.boolean(),
  organiser: EventPerson.nullable(),
  isOrganiser: z.boolean(),
  /** The first attendees; `attendeesCount` counts all. */
  attendees: z.array(Attendee),
  attendeesCount: z.number(),
  /** `replaced`: a later message changed it. */
  state: z.enum(["current", "replaced", "cancelled"]),
  /** The message with the current state of the event, if that is another message. */
  currentEmailId: MessageId.nullable(),
  /** True if its event belongs to someone other than the sender. */
  isFromStranger: z.boolean(),
  /** The user's answer and the state of its delivery. */
  answer: z
    .object({ answer: InvitationAnswer, outboxId: OutboxId.nullable(), state: OutboxState })
    .nullable(),
  canAnswer: z.boolean(),
  /** The address that an answer is from; "" if no answer is possible. */
  answersAs: z.string(),
  /** For a reply or a counter-proposal: its author and their comment. */
  reply: Attendee.extend({ comment: z.string() }).nullable(),
  /** For a proposal of another time, sent to the organizer: the time in force until then, and the outcome. */
  counter: z
    .object({
      start: EventTime.nullable(),
      end: EventTime.nullable(),
      canDecline: z.boolean(),
      /** State of the message that declines it; null if none was written. */
      declined: OutboxState.nullable(),
      /** True if it can be moved from here: its invitation was sent from here, and it is one event, or one date of it. */
      canAccept: z.boolean(),
      /** State of the message that notifies all guests of the new time. */
      accepted: OutboxState.nullable(),
    })
    .nullable(),
  /** Other events at the same time that the user accepted or created. */
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

/** The state of the event in a linked calendar, by the last delivery to it. */
export const InCalendar = z.object({
  integrationId: IntegrationId,
  deliveryId: DeliveryId,
  /** The calendar's name. */
  name: z.string(),
  /** `retrying`: it failed and is retried automatically. */
  state: z.enum(["waiting", "retrying", "stands", "failed"]),
  /** The reason for the state, as a sentence; "" for none. */
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
 * Notifies the organizer by email (RFC 6047). The same answer to the same invitation is sent once, even if it is given
 * repeatedly; a different answer is a separate message. It can be canceled like any message.
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
 * Responds once by email to a proposal of another time, unless that is canceled: either the time stays (DECLINECOUNTER, RFC 5546,
 * 3.2.8), or all guests are notified that the event is at that time (REQUEST, 3.2.7).
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
