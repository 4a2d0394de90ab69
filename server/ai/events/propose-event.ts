import type { MessageId, UserId } from "@inlet/contract/ids.ts";
import { Failure } from "#/base/failure.ts";
import { hasCalendar } from "#/store/calendar/queries.ts";
import { getMessage } from "#/store/messages/queries.ts";
import type { AiContext } from "../context.ts";
import { readForSummary } from "../summaries/stored-summary.ts";
import { cleanMail } from "../text/clean-mail.ts";
import { readAhead } from "../text/visible-text.ts";
import { findEvent, type FoundEvent } from "./find-event.ts";

/**
 * Returns the meeting that a message names; null if it names none, contains an invitation, or went to many recipients. Throws
 * message.not_found.
 */
export async function proposeEvent(
  { database, clock }: Pick<AiContext, "database" | "clock">,
  userId: UserId,
  messageId: MessageId,
): Promise<FoundEvent | null> {
  const row = await getMessage(database.reader, userId, messageId);
  if (row === undefined) throw new Failure("message.not_found");
  if (await hasCalendar(database.reader, userId, messageId)) return null;
  const mail = await readForSummary({ database }, userId, row);
  if (mail.isBulk || mail.isEncrypted) return null;
  await readAhead(mail.html);
  return findEvent(cleanMail(mail), { sent: mail.sent, now: clock.now() });
}
