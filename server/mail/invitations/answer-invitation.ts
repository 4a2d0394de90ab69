import { DraftContent } from "@inlet/contract/mail/drafts.ts";
import { OutboxId, type UserId } from "@inlet/contract/ids.ts";
import type { answerInvitation } from "@inlet/contract/integrations/invitations.ts";
import type { z } from "zod";
import { Failure } from "#/base/failure.ts";
import { randomId } from "#/base/random-id.ts";
import type { CalendarMessage } from "#/wire/calendar/calendar.ts";
import { writeReply } from "#/wire/calendar/write-reply.ts";
import { type Composed, composeMessage } from "#/wire/mime/compose.ts";
import { requireAccount } from "../accounts/accounts.ts";
import type { MailContext } from "../context.ts";
import { newMessageId } from "../drafts/drafts.ts";
import { address } from "./event-state.ts";
import { type OpenInvitation, readInvitation } from "./read-invitation.ts";

const words = { accepted: "Accepted", tentative: "Maybe", declined: "Declined" } as const;
const sentences = {
  accepted: "accepts this invitation",
  tentative: "may come",
  declined: "does not come",
} as const;

/**
 * Sends the user's answer to the organizer (RFC 6047), from the invited address. Throws message.not_found, invitation.none,
 * invitation.closed, send.not_set_up.
 */
export async function answerMail(
  mail: MailContext,
  userId: UserId,
  { emailId, answer, undoSeconds }: z.output<typeof answerInvitation.input>,
): Promise<z.output<typeof answerInvitation.output>> {
  const open = await readInvitation(mail, userId, emailId);
  const { icsMessage, from } = open;
  const { organiser } = icsMessage;
  if (from === undefined || organiser === null) throw new Failure("invitation.closed");
  const account = await requireAccount(mail, userId, from.accountId);
  if (account.smtp_host === "") throw new Failure("send.not_set_up");
  const now = mail.clock.now();
  const messageId = newMessageId(mail, from.address);
  const letter = {
    subject: `${words[answer]}: ${icsMessage.title || "(no title)"}`,
    text: `${from.name || from.address} ${sentences[answer]}.\n\n${icsMessage.title}\n${whenOf(open.icsMessage)}`.trim(),
  };
  const { raw, envelope } = await compose(open, { ...letter, answer, messageId, now });
  return mail.execute("invitation.answer", {
    answer: {
      user_id: userId,
      uid: icsMessage.uid,
      recurrence_id: icsMessage.recurrenceId,
      organiser: address(organiser.address),
      attendee: address(from.address),
      answer,
      sequence: icsMessage.sequence,
      message_id: emailId,
    },
    message: {
      id: OutboxId.parse(randomId(now)),
      user_id: userId,
      account_id: account.id,
      message_id_header: messageId,
      envelope_json: JSON.stringify(envelope),
      draft_json: JSON.stringify(
        DraftContent.parse({
          accountId: account.id,
          to: organiser.address,
          subject: letter.subject,
          content: letter.text,
        }),
      ),
      raw,
      send_at: now + undoSeconds * 1000,
    },
  });
}

interface Letter {
  subject: string;
  text: string;
  answer: z.output<typeof answerInvitation.input>["answer"];
  messageId: string;
  now: number;
}

async function compose(
  { message, icsMessage, from }: OpenInvitation,
  { subject, text, answer, messageId, now }: Letter,
): Promise<Composed> {
  const { organiser } = icsMessage;
  if (from === undefined || organiser === null) throw new Failure("invitation.closed");
  const attendee = { name: from.name, address: from.address };
  const answers = message.message_id_header;
  const isId = /^[^<>\s\p{Cc}]{1,900}$/u.test(answers);
  return composeMessage({
    from: attendee,
    to: [{ name: organiser.name, address: organiser.address }],
    cc: [],
    bcc: [],
    subject,
    text,
    calendar: { method: "REPLY", content: writeReply(icsMessage, { answer, attendee, now }) },
    ...(isId && { inReplyTo: answers, references: [answers] }),
    messageId,
    date: now,
    attachments: [],
  });
}

/** Returns the time as the organizer wrote it, for recipients whose client shows no card. */
export function whenOf({ start }: Pick<CalendarMessage, "start">): string {
  if (start === null) return "";
  if (start.isDay) return start.wall.slice(0, 10);
  return `${start.wall.replace("T", " ")} ${start.timeZone}`.trim();
}
