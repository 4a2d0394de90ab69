import { DraftContent } from "@inlet/contract/mail/drafts.ts";
import { OutboxId, type UserId } from "@inlet/contract/ids.ts";
import type { answerCounter } from "@inlet/contract/integrations/invitations.ts";
import type { z } from "zod";
import { Failure } from "#/base/failure.ts";
import { randomId } from "#/base/random-id.ts";
import { counterAnswers } from "#/store/outbox/queries.ts";
import { writeDeclineCounter } from "#/wire/calendar/write-reply.ts";
import { composeMessage } from "#/wire/mime/compose.ts";
import { requireAccount } from "../accounts/accounts.ts";
import type { MailContext } from "../context.ts";
import { newMessageId } from "../drafts/drafts.ts";
import { isEffective, readInvitation } from "./read-invitation.ts";

/**
 * Notifies the guest who proposed another time that the time does not change. Throws message.not_found, invitation.none,
 * invitation.closed, send.not_set_up.
 */
export async function declineCounterMail(
  mail: MailContext,
  userId: UserId,
  { emailId, undoSeconds }: z.output<typeof answerCounter.input>,
): Promise<z.output<typeof answerCounter.output>> {
  const { message, icsMessage, proposal, invitation } = await readInvitation(mail, userId, emailId);
  if (proposal === undefined || isEffective(invitation.counter?.accepted))
    throw new Failure("invitation.closed");
  const before = await counterAnswers(mail.database.reader, userId, emailId);
  // A message that was not sent can be retried in the outbox. A second one would repeat the reply.
  const existing = before.find(({ state: its }) => its !== "cancelled");
  if (existing) return { id: existing.id, state: existing.state };
  const { by, to: organiser } = proposal;
  const account = await requireAccount(mail, userId, organiser.accountId);
  if (account.smtp_host === "") throw new Failure("send.not_set_up");
  const now = mail.clock.now();
  const from = { name: organiser.name, address: organiser.address };
  const messageId = newMessageId(mail, from.address);
  const subject = `Not moved: ${icsMessage.title || "(no title)"}`;
  const text =
    `${from.name || from.address} keeps the time as it is.\n\n${icsMessage.title}`.trim();
  const answers = message.message_id_header;
  const isId = /^[^<>\s\p{Cc}]{1,900}$/u.test(answers);
  const { raw, envelope } = await composeMessage({
    from,
    to: [{ name: by.name, address: by.address }],
    cc: [],
    bcc: [],
    subject,
    text,
    calendar: {
      method: "DECLINECOUNTER",
      content: writeDeclineCounter(icsMessage, { attendee: by, now }),
    },
    ...(isId && { inReplyTo: answers, references: [answers] }),
    messageId,
    date: now,
    attachments: [],
  });
  return mail.execute("invitation.keepTime", {
    uid: icsMessage.uid,
    messageId: emailId,
    number: before.length,
    message: {
      id: OutboxId.parse(randomId(now)),
      user_id: userId,
      account_id: account.id,
      message_id_header: messageId,
      envelope_json: JSON.stringify(envelope),
      draft_json: JSON.stringify(
        DraftContent.parse({ accountId: account.id, to: by.address, subject, content: text }),
      ),
      raw,
      send_at: now + undoSeconds * 1000,
    },
  });
}
