import type { Identity } from "@inlet/contract/drafts.ts";
import type { MessageId, UserId } from "@inlet/contract/ids.ts";
import type { Invitation } from "@inlet/contract/invitations.ts";
import { Failure } from "#/base/fail.ts";
import { ownAddressesOf } from "#/store/identities.ts";
import { answersOf, calendarMailsOf, calendarMessage } from "#/store/invitations.ts";
import type { MessageRow } from "#/store/tables.ts";
import type { CalendarMessage } from "#/wire/calendar/calendar.ts";
import type { MailContext } from "../context.ts";
import { listIdentities, senderOf } from "../identities.ts";
import { requireMessage } from "../reading.ts";
import { conflictsWith, eventTime } from "./conflicts.ts";
import {
  address,
  attendeesOf,
  type EventState,
  replyOf,
  sendersOf,
  stateOf,
  type Told,
  toldBy,
} from "./event-state.ts";

/** What of an invitation an answer is made of. */
export interface OpenInvitation {
  message: MessageRow;
  said: CalendarMessage;
  invitation: Invitation;
  /** Whom an answer is from; undefined when none can be given. */
  from: Identity | undefined;
}

/** The event that a message speaks of, as it stands now. Throws message.not_found, invitation.none. */
export async function readInvitation(
  mail: MailContext,
  userId: UserId,
  messageId: MessageId,
): Promise<OpenInvitation> {
  const { reader } = mail.database;
  const message = await requireMessage(mail, userId, messageId);
  const row = await calendarMessage(reader, userId, messageId);
  if (row === undefined) throw new Failure("invitation.none");
  const { account_id, from_json, is_own, internal_date } = message;
  const shown = toldBy({ ...row, account_id, from_json, is_own, internal_date });
  const others = (await calendarMailsOf(reader, userId, row.uid)).map(toldBy);
  const own = await ownAddressesOf(reader, userId);
  const event = eventOf(shown, others);
  const found = stateOf(event, others);
  const isOrganiser = own.has(address(event.said.organiser?.address));
  const canAnswer = isOpen(mail, shown, found) && !isOrganiser;
  const from = canAnswer ? await invitedAs(mail, message, shown.said) : undefined;
  const standing = (await answersOf(reader, userId, [row.uid])).find(
    (one) =>
      one.recurrence_id === event.said.recurrenceId &&
      // What was changed since wants another answer, the same words notwithstanding.
      one.sequence === event.said.sequence,
  );
  const attendees = attendeesOf(event, others).map((attendee) => {
    const isSelf = own.has(address(attendee.address));
    return {
      ...attendee,
      isSelf,
      answer: isSelf && !isOrganiser && standing ? standing.answer : attendee.answer,
    };
  });
  const invitation: Invitation = {
    ...presentEvent(event.said),
    kind: kinds[shown.said.method],
    isOneDate: event.said.recurrenceId !== "",
    isOrganiser,
    attendees,
    attendeesCount: event.said.attendeesCount,
    state: found.state,
    currentEmailId: found.current === event ? null : found.current.mail.message_id,
    isFromStranger: isFromStranger(shown),
    answer: standing
      ? { answer: standing.answer, outboxId: standing.outbox_id, state: standing.state }
      : null,
    canAnswer: from !== undefined,
    answersAs: from?.address ?? "",
    reply: presentReply(shown, own),
    conflicts:
      found.state === "current" && shown.said.method === "request"
        ? await conflictsWith(mail, userId, event.said)
        : [],
  };
  return { message, said: shown.said, invitation, from };
}

const kinds = {
  request: "request",
  cancel: "cancelled",
  reply: "reply",
  counter: "counter",
  publish: "event",
} as const satisfies Record<CalendarMessage["method"], Invitation["kind"]>;

/** A reply says little of the event: what it is about stands in the invitation, which is the person's own. */
function eventOf(shown: Told, others: readonly Told[]): Told {
  if (shown.said.method !== "reply") return shown;
  const asked = others
    .filter(({ said }) => said.method === "request")
    .filter(({ said }) => said.recurrenceId === shown.said.recurrenceId)
    .toSorted((a, b) => b.said.sequence - a.said.sequence || b.said.stampedAt - a.said.stampedAt);
  return asked.find(({ mail }) => mail.is_own === 1) ?? asked[0] ?? shown;
}

function presentEvent(said: CalendarMessage) {
  const { title, place, notes, link, start, end, recurrence, organiser } = said;
  return {
    title,
    place,
    notes,
    link: link === "" ? null : link,
    start: start && eventTime(start),
    end: end && eventTime(end),
    recurrence,
    organiser,
  };
}

function presentReply(shown: Told, own: ReadonlySet<string>): Invitation["reply"] {
  if (shown.said.method !== "reply" && shown.said.method !== "counter") return null;
  const attendee = replyOf(shown) ?? shown.said.attendees[0];
  if (attendee === undefined) return null;
  const isSelf = own.has(address(attendee.address));
  return { ...attendee, isSelf, comment: shown.said.comment };
}

/** Whoever sends an invitation on is no stranger to it, but its word about the event is not the organiser's. */
function isFromStranger({ mail, said }: Told): boolean {
  if (mail.is_own === 1 || said.method === "publish") return false;
  if (said.method === "reply" || said.method === "counter")
    return replyOf({ mail, said }) === undefined;
  return !sendersOf(mail).includes(address(said.organiser?.address));
}

/** Whether an answer still makes a difference. */
function isOpen(
  { clock }: Pick<MailContext, "clock">,
  { mail, said }: Told,
  { state }: EventState,
): boolean {
  if (said.method !== "request" || state !== "current" || mail.is_own === 1) return false;
  if ((said.organiser?.address ?? "") === "" || said.start === null) return false;
  const isOver = (said.end?.at ?? said.start.at) < clock.now() && said.recurrence === null;
  return !isOver;
}

/** The identity that was invited, of this account if it can be; who was invited through a list answers as the account. */
async function invitedAs(
  mail: MailContext,
  message: MessageRow,
  said: CalendarMessage,
): Promise<Identity> {
  const { user_id: userId, account_id: accountId, id } = message;
  const invited = new Set(said.attendees.map((attendee) => address(attendee.address)));
  const identities = (await listIdentities(mail, userId)).filter((one) =>
    invited.has(address(one.address)),
  );
  return (
    identities.find((one) => one.accountId === accountId) ??
    identities[0] ??
    senderOf(mail, userId, { accountId, answeredId: id })
  );
}
