import { DraftContent } from "@inlet/contract/mail/drafts.ts";
import { OutboxId, type UserId } from "@inlet/contract/ids.ts";
import type { answerCounter } from "@inlet/contract/integrations/invitations.ts";
import type { z } from "zod";
import { Failure } from "#/base/failure.ts";
import { randomId } from "#/base/random-id.ts";
import { ownAddressesOf } from "#/store/accounts/identity-queries.ts";
import { calendarMessage } from "#/store/calendar/queries.ts";
import { moveBy, movesOf } from "#/store/calendar/moved-event-queries.ts";
import type { CalendarMessage, Moment } from "#/wire/calendar/calendar.ts";
import { movedRequest } from "#/wire/calendar/move-event.ts";
import { isAddress } from "#/wire/mime/addresses.ts";
import { composeMessage } from "#/wire/mime/compose.ts";
import { requireAccount } from "../accounts/accounts.ts";
import type { MailContext } from "../context.ts";
import { newMessageId } from "../drafts/drafts.ts";
import { whenOf } from "./answer-invitation.ts";
import { address } from "./event-state.ts";
import { isEffective, readInvitation } from "./read-invitation.ts";
import { withinQuota } from "#/store/users/require-quota.ts";

/**
 * Moves an event, or one date of it, to the time that a guest proposed: notifies all guests with a later version of the
 * invitation that was sent from here (RFC 5546, 3.2.7). Throws message.not_found, invitation.none, invitation.closed,
 * send.not_set_up, and those of quotas.
 */
export async function acceptCounterMail(
  mail: MailContext,
  userId: UserId,
  { emailId, undoSeconds }: z.output<typeof answerCounter.input>,
): Promise<z.output<typeof answerCounter.output>> {
  const { reader } = mail.database;
  const { icsMessage, proposal, invitation } = await readInvitation(mail, userId, emailId);
  const before = await moveBy(reader, userId, { uid: icsMessage.uid, messageId: emailId });
  // A message that was not sent can be retried in the outbox. A second one would repeat the reply.
  if (before) return { id: before.outbox_id, state: before.state };
  const request = proposal?.request;
  if (
    !proposal ||
    !request ||
    icsMessage.start === null ||
    isEffective(invitation.counter?.declined)
  ) {
    throw new Failure("invitation.closed");
  }
  const account = await requireAccount(mail, userId, proposal.to.accountId);
  if (account.smtp_host === "") throw new Failure("send.not_set_up");
  const now = mail.clock.now();
  const kept = await calendarMessage(reader, userId, request.mail.message_id);
  const moves = await movesOf(reader, userId, icsMessage.uid);
  const known = Math.max(request.mail.sequence, request.icsMessage.sequence);
  const sequence = Math.max(known, ...moves.map((one) => one.sequence)) + 1;
  if (sequence > sequenceMax) throw new Failure("invitation.closed");
  const { uid, start } = icsMessage;
  const end = endOf(start, icsMessage.end, request.icsMessage);
  const { recurrenceId } = icsMessage;
  const was = request.icsMessage.start;
  const date = recurrenceId === "" || was === null ? null : { recurrenceId, start: was };
  const moved = kept && movedRequest(kept.source, { uid, date, start, end, sequence, now });
  const own = await ownAddressesOf(reader, userId);
  const guests = (moved?.guests ?? []).filter((one) => isAddress(one) && !own.has(address(one)));
  if (!moved || guests.length === 0) throw new Failure("invitation.closed");
  const from = { name: proposal.to.name, address: proposal.to.address };
  const messageId = newMessageId(mail, from.address);
  // The title is the organizer's: a guest's text is never sent in the user's name.
  const { title } = request.icsMessage;
  const subject = `Moved: ${title || "(no title)"}`;
  const text =
    `${from.name || from.address} moves this to another time.\n\n${title}\n${timeOf(start)}`.trim();
  const { raw, envelope } = await composeMessage({
    from,
    to: guests.map((one) => ({ name: "", address: one })),
    cc: [],
    bcc: [],
    subject,
    text,
    calendar: { method: "REQUEST", content: moved.ics },
    messageId,
    date: now,
    attachments: [],
  });
  const order = {
    move: { user_id: userId, message_id: emailId, uid, sequence, source: moved.ics },
    message: {
      id: OutboxId.parse(randomId(now)),
      user_id: userId,
      account_id: account.id,
      message_id_header: messageId,
      envelope_json: JSON.stringify(envelope),
      draft_json: JSON.stringify(
        DraftContent.parse({
          accountId: account.id,
          to: guests.join(", "),
          subject,
          content: text,
        }),
      ),
      raw,
      send_at: now + undoSeconds * 1000,
    },
  };
  const uses = { recipients: guests.length, sends: 1 };
  return withinQuota(mail, userId, uses, () => mail.execute("invitation.move", order));
}

/** RFC 5545, 3.3.8: an integer has 32 bits. */
const sequenceMax = 2 ** 31 - 1;

/** Returns the proposed end. A proposal without an end is as long as the event was. */
function endOf(start: Moment, end: Moment | null, was: CalendarMessage): Moment | null {
  if (end !== null && end.at > start.at) return end;
  if (was.start === null || was.end === null || was.end.at <= was.start.at) return null;
  const lengthMs = was.end.at - was.start.at;
  const wall = new Date(Date.parse(`${start.wall}Z`) + lengthMs).toISOString();
  return { ...start, at: start.at + lengthMs, wall: wall.slice(0, start.wall.length) };
}

/** A guest's custom time zone is not known to others, so its times are written in UTC. */
function timeOf(start: Moment): string {
  if (start.isDay || start.timeZone !== "") return whenOf({ start });
  return `${new Date(start.at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
