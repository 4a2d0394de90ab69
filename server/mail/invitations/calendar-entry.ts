import type { Invitation } from "@inlet/contract/integrations/invitations.ts";
import type { MessageId, OutboxId, UserId } from "@inlet/contract/ids.ts";
import { moveBy } from "#/store/calendar/moved-event-queries.ts";
import type { MessageRow } from "#/store/engine/schema.ts";
import type { MailContext } from "../context.ts";
import { readInvitation } from "./read-invitation.ts";

interface InvitationWithEntry {
  invitation: Invitation;
  /** The message from which a linked calendar has the event; null if it should not contain the event. */
  entry: { message: MessageRow; outboxId: OutboxId | null | undefined } | null;
}

/**
 * Returns an invitation and the message from which a linked calendar has its event. Throws message.not_found, invitation.none.
 */
export async function readWithEntry(
  mail: MailContext,
  userId: UserId,
  id: MessageId,
): Promise<InvitationWithEntry> {
  const { message, icsMessage, invitation } = await readInvitation(mail, userId, id);
  const { answer, counter } = invitation;
  const { reader } = mail.database;
  const isMoved = counter !== null && counter.accepted !== null;
  const move = isMoved
    ? await moveBy(reader, userId, { uid: icsMessage.uid, messageId: id })
    : undefined;
  const isExpected = invitation.state === "current" && answer?.answer !== "declined";
  const outboxId = move?.outbox_id ?? answer?.outboxId;
  return { invitation, entry: move || isExpected ? { message, outboxId } : null };
}

/**
 * Returns the event and its time span, or null if it takes no time or is not current. Throws message.not_found, invitation.none.
 */
export async function busySpanOf(
  mail: MailContext,
  userId: UserId,
  id: MessageId,
): Promise<{ uid: string; from: number; to: number } | null> {
  const { icsMessage, invitation } = await readInvitation(mail, userId, id);
  const { start, end } = icsMessage;
  const isTimed = start !== null && end !== null && !start.isDay && end.at > start.at;
  if (!isTimed || invitation.state !== "current") return null;
  return { uid: icsMessage.uid, from: start.at, to: end.at };
}
