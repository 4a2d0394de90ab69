import { DraftContent } from "@inlet/contract/drafts.ts";
import { OutboxId, type UserId } from "@inlet/contract/ids.ts";
import type { answerCounter } from "@inlet/contract/invitations.ts";
import type { z } from "zod";
import { Failure } from "#/base/fail.ts";
import { randomId } from "#/base/random-id.ts";
import { ownAddressesOf } from "#/store/identities.ts";
import { calendarMessage } from "#/store/invitations.ts";
import { moveBy, movesOf } from "#/store/moved-events.ts";
import { movedRequest } from "#/wire/calendar/move-event.ts";
import { isAddress } from "#/wire/mime/addresses.ts";
import { composeMessage } from "#/wire/mime/compose.ts";
import { requireAccount } from "../accounts.ts";
import type { MailContext } from "../context.ts";
import { newMessageId } from "../drafts.ts";
import { whenOf } from "./answer-invitation.ts";
import { address } from "./event-state.ts";
import { isStanding, readInvitation } from "./read-invitation.ts";

/**
 * Moves an event to the time that a guest proposed: tells all guests, by the invitation that was sent from here in a later
 * version (RFC 5546, 3.2.7). Throws message.not_found, invitation.none, invitation.closed, send.not_set_up.
 */
export async function acceptCounterMail(
  mail: MailContext,
  userId: UserId,
  { emailId, undoSeconds }: z.output<typeof answerCounter.input>,
): Promise<z.output<typeof answerCounter.output>> {
  const { reader } = mail.database;
  const { said, proposal, invitation } = await readInvitation(mail, userId, emailId);
  const before = await moveBy(reader, userId, { uid: said.uid, messageId: emailId });
  // One that did not get out can be tried again like any mail: another would say it twice.
  if (before) return { id: before.outbox_id, state: before.state };
  const request = proposal?.request;
  if (!proposal || !request || said.start === null || isStanding(invitation.counter?.declined)) {
    throw new Failure("invitation.closed");
  }
  const account = await requireAccount(mail, userId, proposal.to.accountId);
  if (account.smtp_host === "") throw new Failure("send.not_set_up");
  const now = mail.clock.now();
  const kept = await calendarMessage(reader, userId, request.message_id);
  const moves = await movesOf(reader, userId, said.uid);
  const versions = [request.sequence, said.sequence, ...moves.map(({ sequence }) => sequence)];
  const sequence = Math.max(...versions) + 1;
  const { uid, start, end } = said;
  const moved = kept && movedRequest(kept.source, { uid, start, end, sequence, now });
  const own = await ownAddressesOf(reader, userId);
  const guests = (moved?.guests ?? []).filter((one) => isAddress(one) && !own.has(address(one)));
  if (!moved || guests.length === 0) throw new Failure("invitation.closed");
  const from = { name: proposal.to.name, address: proposal.to.address };
  const messageId = newMessageId(mail, from.address);
  const title = said.title || invitation.title;
  const subject = `Moved: ${title || "(no title)"}`;
  const text =
    `${from.name || from.address} moves this to another time.\n\n${title}\n${whenOf(said)}`.trim();
  const { raw, envelope } = await composeMessage({
    ...{ from, to: guests.map((one) => ({ name: "", address: one })), cc: [], bcc: [] },
    ...{ subject, text, calendar: { method: "REQUEST", content: moved.ics } },
    ...{ messageId, date: now, attachments: [] },
  });
  return mail.door("invitation.move", {
    move: { user_id: userId, message_id: emailId, uid, sequence, source: moved.ics },
    message: {
      id: OutboxId.parse(randomId(now)),
      user_id: userId,
      account_id: account.id,
      message_id_header: messageId,
      envelope_json: JSON.stringify(envelope),
      draft_json: JSON.stringify(
        DraftContent.parse({
          ...{ accountId: account.id, to: guests.join(", "), subject, content: text },
        }),
      ),
      raw,
      send_at: now + undoSeconds * 1000,
    },
  });
}
