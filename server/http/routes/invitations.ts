import { invitationBusy } from "@inlet/contract/calendars.ts";
import { answerInvitation, readInvitation } from "@inlet/contract/invitations.ts";
import type { Api } from "#/http/api.ts";
import { route } from "#/http/route.ts";

/** Events that mail speaks of. */
export function invitationRoutes(api: Api): void {
  const { invitations } = api.services;

  route(api, readInvitation, async ({ emailId }, { caller }) => ({
    invitation: await invitations.read(caller.userId, emailId),
  }));

  route(api, invitationBusy, ({ emailId }, { caller }) => invitations.busy(caller.userId, emailId));

  route(api, answerInvitation, (answer, { caller }) => invitations.answer(caller.userId, answer));
}
