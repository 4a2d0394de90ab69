import {
  addEvent as addEventEndpoint,
  invitationBusy,
  proposeEvent as proposeEventEndpoint,
} from "@inlet/contract/integrations/calendars.ts";
import {
  answerInvitation,
  answerCounter,
  readInvitation,
} from "@inlet/contract/integrations/invitations.ts";
import { proposeEvent } from "#/ai/events/propose-event.ts";
import type { Api } from "#/http/api.ts";
import { route } from "#/http/route.ts";
import { addEvent, eventUid } from "#/integrations/calendar/add-event.ts";
import { busyWithin } from "#/integrations/calendar/busy-times.ts";
import { stateInCalendar } from "#/integrations/calendar/event-status.ts";
import { acceptCounterMail } from "#/mail/invitations/accept-counter.ts";
import { answerMail } from "#/mail/invitations/answer-invitation.ts";
import { busySpanOf, readWithEntry } from "#/mail/invitations/calendar-entry.ts";
import { declineCounterMail } from "#/mail/invitations/decline-counter.ts";
import { requireMessage } from "#/mail/reading/reading.ts";

/** Routes for invitations and other events in mail. */
export function invitationRoutes(api: Api): void {
  const { ai, mail } = api;

  route(api, readInvitation, async ({ emailId }, { caller: { userId } }) => {
    const { invitation, entry } = await readWithEntry(mail, userId, emailId);
    return { invitation, calendar: entry && (await stateInCalendar(mail, userId, entry)) };
  });

  route(api, invitationBusy, async ({ emailId }, { caller: { userId } }) => {
    const span = await busySpanOf(mail, userId, emailId);
    return span ? busyWithin(mail, userId, span) : { busy: [], unreachable: [] };
  });

  route(api, proposeEventEndpoint, async ({ emailId }, { caller: { userId } }) => {
    const event = await proposeEvent(ai, userId, emailId);
    const uid = eventUid(await requireMessage(mail, userId, emailId));
    return { event: event && { ...event, uid } };
  });

  route(api, addEventEndpoint, async (event, { caller }) => {
    await addEvent(mail, caller.userId, event);
    return {};
  });

  route(api, answerCounter, (request, { caller }) =>
    (request.answer === "accepted" ? acceptCounterMail : declineCounterMail)(
      mail,
      caller.userId,
      request,
    ),
  );

  route(api, answerInvitation, (answer, { caller }) => answerMail(mail, caller.userId, answer));
}
