import { addEvent, invitationBusy, proposeEvent } from "@inlet/contract/calendars.ts";
import { answerInvitation, answerCounter, readInvitation } from "@inlet/contract/invitations.ts";
import type { Api } from "#/http/api.ts";
import { route } from "#/http/route.ts";

/** Events that mail speaks of. */
export function invitationRoutes(api: Api): void {
  const { invitations } = api.services;

  route(api, readInvitation, ({ emailId }, { caller }) => invitations.read(caller.userId, emailId));

  route(api, invitationBusy, ({ emailId }, { caller }) => invitations.busy(caller.userId, emailId));

  route(api, proposeEvent, async ({ emailId }, { caller }) => ({
    event: await invitations.propose(caller.userId, emailId),
  }));

  route(api, addEvent, async (event, { caller }) => {
    await invitations.add(caller.userId, event);
    return {};
  });

  route(api, answerCounter, (wish, { caller }) => invitations.answerCounter(caller.userId, wish));

  route(api, answerInvitation, (answer, { caller }) => invitations.answer(caller.userId, answer));
}
