import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { line } from "../fields.ts";
import { IntegrationId, MessageId } from "../ids.ts";
import { Integration } from "./integrations.ts";
import { EventTime } from "./invitations.ts";

/**
 * Links a calendar (CalDAV, RFC 4791). If there are several and the request names none, nothing is linked yet, and the response
 * lists them. The password is an app password and is stored encrypted.
 */
export const connectCalendar = endpoint({
  method: "POST",
  path: "/calendars",
  access: "user",
  scope: null,
  input: z.object({
    /** Address of the server or the calendar; a bare domain or an email address is looked up. */
    address: line(2000).trim().min(1),
    user: line(320).trim().min(1),
    password: line(1024).min(1),
    calendarUrl: line(2000).optional(),
  }),
  output: z.object({
    integration: Integration.nullable(),
    calendars: z.array(z.object({ url: z.string(), name: z.string() })),
  }),
  errors: [
    "calendar.refused",
    "calendar.unreachable",
    "calendar.none",
    "integration.too_many",
    "integration.limit",
  ],
});

/** Returns the linked calendar that receives accepted events: the first one, until another is chosen. */
export const readCalendarTaker = endpoint({
  method: "GET",
  path: "/calendars/taker",
  access: "user",
  scope: "read",
  input: z.object({}),
  output: z.object({ id: IntegrationId.nullable() }),
  errors: [],
});

/** Sends accepted events to this calendar from now on. Events in another calendar stay there and are kept up to date. */
export const chooseCalendarTaker = endpoint({
  method: "PUT",
  path: "/calendars/taker",
  access: "user",
  scope: null,
  input: z.object({ id: IntegrationId }),
  output: z.object({ id: IntegrationId }),
  errors: ["integration.not_found", "integration.not_active"],
});

/** Returns the events in the linked calendars at the time of an invitation. */
export const invitationBusy = endpoint({
  method: "GET",
  path: "/email/{emailId}/invitation/busy",
  access: "user",
  scope: "read",
  input: z.object({ emailId: MessageId }),
  output: z.object({
    busy: z.array(z.object({ title: z.string(), start: EventTime, end: EventTime })),
    /** Names of the calendars that did not respond. */
    unreachable: z.array(z.string()),
  }),
  errors: ["message.not_found", "invitation.none"],
});

/** Returns the meeting that a message mentions with its day and hour; null if it mentions none or the time is ambiguous. */
export const proposeEvent = endpoint({
  method: "GET",
  path: "/email/{emailId}/event",
  access: "user",
  scope: "read",
  input: z.object({ emailId: MessageId }),
  output: z.object({
    event: z
      .object({
        title: z.string(),
        place: z.string(),
        /** By the sender's clock, as in `2026-12-03T14:00`. */
        start: z.string(),
        end: z.string(),
        /** The passage of the message that states the time. */
        words: z.string(),
        /** The same for the same message, in every calendar. */
        uid: z.string(),
      })
      .nullable(),
  }),
  errors: ["message.not_found"],
});

/**
 * Puts a meeting that a message mentions into a linked calendar, as soon as the calendar responds. Each message has one event
 * there; adding it again changes that event.
 */
export const addEvent = endpoint({
  method: "POST",
  path: "/email/{emailId}/event",
  access: "user",
  scope: null,
  input: z
    .object({
      emailId: MessageId,
      integrationId: IntegrationId,
      title: line(200).trim().min(1),
      place: line(200).trim(),
      startsAt: z.iso.datetime(),
      endsAt: z.iso.datetime(),
    })
    .refine(({ startsAt, endsAt }) => Date.parse(endsAt) > Date.parse(startsAt)),
  output: z.object({}),
  errors: ["message.not_found", "integration.not_found", "integration.not_active"],
});
