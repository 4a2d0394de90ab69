import type { MessageId, UserId } from "@inlet/contract/ids.ts";
import { standingInCalendar } from "#/integrations/calendar/standing.ts";
import type { MailContext } from "#/mail/context.ts";
import { readInvitation } from "#/mail/invitations/read-invitation.ts";

/** An invitation, and how it stands in a linked calendar. Throws message.not_found, invitation.none. */
export async function readInvitationCard(mail: MailContext, userId: UserId, id: MessageId) {
  const { message, invitation } = await readInvitation(mail, userId, id);
  const { answer } = invitation;
  const calendar =
    invitation.state === "current" && answer?.answer !== "declined"
      ? await standingInCalendar(mail, userId, { message, outboxId: answer?.outboxId })
      : null;
  return { invitation, calendar };
}
