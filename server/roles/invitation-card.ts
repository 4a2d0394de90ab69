import type { MessageId, UserId } from "@inlet/contract/ids.ts";
import { standingInCalendar } from "#/integrations/calendar/standing.ts";
import type { MailContext } from "#/mail/context.ts";
import { readInvitation } from "#/mail/invitations/read-invitation.ts";
import { moveBy } from "#/store/moved-events.ts";

/** An invitation, and how it stands in a linked calendar. Throws message.not_found, invitation.none. */
export async function readInvitationCard(mail: MailContext, userId: UserId, id: MessageId) {
  const { message, said, invitation } = await readInvitation(mail, userId, id);
  const { answer, counter } = invitation;
  const { reader } = mail.database;
  const isMoved = counter !== null && counter.accepted !== null;
  const move = isMoved ? await moveBy(reader, userId, { uid: said.uid, messageId: id }) : undefined;
  const outboxId = move?.outbox_id ?? answer?.outboxId;
  const calendar =
    move || (invitation.state === "current" && answer?.answer !== "declined")
      ? await standingInCalendar(mail, userId, { message, outboxId })
      : null;
  return { invitation, calendar };
}
