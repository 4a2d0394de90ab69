import type { Identity } from "@inlet/contract/mail/drafts.ts";
import type { MessageId, UserId } from "@inlet/contract/ids.ts";
import type { EventPerson, Invitation } from "@inlet/contract/integrations/invitations.ts";
import type { OutboxState } from "@inlet/contract/mail/send.ts";
import { Failure } from "#/base/failure.ts";
import { ownAddressesOf } from "#/store/accounts/identity-queries.ts";
import {
  answersOf,
  calendarContents,
  calendarMessage,
  type CalendarWord,
  calendarWord,
  calendarWordsOf,
  type CurrentAnswer,
  isKnownAsSent,
} from "#/store/calendar/queries.ts";
import { moveBy, movesOf } from "#/store/calendar/moved-event-queries.ts";
import { counterAnswers } from "#/store/outbox/queries.ts";
import type { MessageRow } from "#/store/engine/schema.ts";
import type { CalendarMessage } from "#/wire/calendar/calendar.ts";
import type { MailContext } from "../context.ts";
import { listIdentities, senderOf } from "../sending/identities.ts";
import { requireMessage } from "../reading/reading.ts";
import { conflictsWith, eventTime } from "./conflicts.ts";
import { countered, isAnswerTo, isGuestOf, movable, ofDate, requestOf } from "./countered.ts";
import {
  address,
  attendeesOf,
  type EventState,
  isOfOrganiser,
  replyOf,
  stateOf,
  type StoredCalendar,
  readStoredCalendar,
} from "./event-state.ts";

/** The parts of an invitation from which an answer is composed. */
export interface OpenInvitation {
  message: MessageRow;
  icsMessage: CalendarMessage;
  invitation: Invitation;
  /** Sender of an answer; undefined when none can be given. */
  from: Identity | undefined;
  /** A proposal that may be declined: the guest who made it, and the identity that answers. */
  proposal:
    | {
        by: EventPerson;
        to: Identity;
        /** The user's own invitation, if a later version of it can be sent. */
        request: StoredCalendar | undefined;
      }
    | undefined;
}

/** Returns the event that a message is about, in its current state. Throws message.not_found, invitation.none. */
export async function readInvitation(
  mail: MailContext,
  userId: UserId,
  messageId: MessageId,
): Promise<OpenInvitation> {
  const { reader } = mail.database;
  const message = await requireMessage(mail, userId, messageId);
  const word = await calendarWord(reader, userId, messageId);
  const [shown] = word ? await inFull(mail, userId, [word]) : [];
  if (word === undefined || shown === undefined) throw new Failure("invitation.none");
  const others = await calendarWordsOf(reader, userId, word.uid);
  const own = await ownAddressesOf(reader, userId);
  const about = eventOf(word, others, own);
  const [event = shown] = about === word ? [] : await inFull(mail, userId, [about]);
  const found = stateOf(event.mail, others, own);
  const isOrganiser = own.has(address(event.icsMessage.organiser?.address));
  const isAsked = shown.icsMessage.method === "request" && !isOrganiser;
  const self = isAsked ? await invitedAs(mail, message, shown.icsMessage) : undefined;
  const from = isOpen(mail, shown, found) ? self : undefined;
  const existing = (await answersOf(reader, userId, [word.uid])).find(
    (one) =>
      one.recurrence_id === event.icsMessage.recurrenceId &&
      one.organiser === address(event.icsMessage.organiser?.address) &&
      (self === undefined || one.attendee === address(self.address)) &&
      // A changed event needs another answer, even if its text is the same.
      one.sequence === event.icsMessage.sequence,
  );
  const replies = await inFull(mail, userId, repliesTo(event.mail, others), replyLength);
  const organisers = shown.icsMessage.organiser ? [shown.icsMessage.organiser] : [];
  const asked = shown.icsMessage.method === "counter" ? countered(word, others, own) : undefined;
  const [whole] = asked ? await inFull(mail, userId, [asked]) : [];
  const held = whole && (await calendarMessage(reader, userId, whole.mail.message_id));
  const { now, isSure } = ofDate(whole, word, held?.source ?? "");
  const moves = now ? await movesOf(reader, userId, word.uid) : [];
  const isUninvited = now !== undefined && !isGuestOf(now, shown);
  const isProposal =
    shown.icsMessage.method === "counter" &&
    isOrganiser &&
    !isUninvited &&
    found.state === "current" &&
    (now === undefined || isAnswerTo(shown, now, moves, stateOf(now.mail, others, own))) &&
    word.is_own === 0;
  const by = isProposal ? replyOf(shown) : undefined;
  const to = by && (await identityAmong(mail, message, organisers));
  const isSent = now !== undefined && (await isKnownAsSent(reader, userId, now.mail.message_id));
  const request = isSent && isSure ? movable(shown, now, own) : undefined;
  const proposal = by && to && { by, to, request };
  const invitation: Invitation = {
    ...presentEvent(event.icsMessage),
    kind: kinds[shown.icsMessage.method],
    isOneDate: event.icsMessage.recurrenceId !== "",
    isOrganiser,
    attendees: presentAttendees(attendeesOf(event, replies), own, existing),
    attendeesCount: event.icsMessage.attendeesCount,
    state: found.state,
    currentEmailId: found.current === event.mail ? null : found.current.message_id,
    isFromStranger: isUninvited || isFromStranger(shown, own),
    answer: existing
      ? { answer: existing.answer, outboxId: existing.outbox_id, state: existing.state }
      : null,
    canAnswer: from !== undefined,
    answersAs: from?.address ?? "",
    reply: presentReply(shown, own),
    counter:
      shown.icsMessage.method === "counter" && isOrganiser
        ? await presentCounter(mail, message, { uid: word.uid, now, proposal })
        : null,
    conflicts:
      found.state === "current" && shown.icsMessage.method === "request"
        ? await conflictsWith(mail, userId, event.icsMessage, own)
        : [],
  };
  return { message, icsMessage: shown.icsMessage, invitation, from, proposal };
}

/** Returns the messages with the full event data of each. */
async function inFull(
  { database: { reader } }: Pick<MailContext, "database">,
  userId: UserId,
  messages: readonly CalendarWord[],
  lengthMax = 2 ** 31 - 1,
): Promise<StoredCalendar[]> {
  const ids = messages.map((one) => one.message_id);
  const contents = await calendarContents(reader, userId, ids, lengthMax);
  return messages.flatMap((one) => {
    const json = contents.get(one.message_id);
    return json === undefined ? [] : [readStoredCalendar(one, json)];
  });
}

const repliesMax = 200;
/** Maximum length of a reply. A reply names one guest (RFC 5546, 3.2.3); longer ones are ignored. */
const replyLength = 32 * 1024;

function repliesTo(event: CalendarWord, others: readonly CalendarWord[]): CalendarWord[] {
  return others
    .filter((one) => one.method === "reply" && one.recurrence_id === event.recurrence_id)
    .filter((one) => one.sequence >= event.sequence)
    .slice(0, repliesMax);
}

const kinds = {
  request: "request",
  cancel: "cancelled",
  reply: "reply",
  counter: "counter",
  publish: "event",
} as const satisfies Record<CalendarMessage["method"], Invitation["kind"]>;

/** Returns the message to read the event from: for a reply, which contains little of it, the user's own invitation. */
function eventOf(
  shown: CalendarWord,
  others: readonly CalendarWord[],
  own: ReadonlySet<string>,
): CalendarWord {
  return (shown.method === "reply" ? requestOf(shown, others, own) : undefined) ?? shown;
}

function presentEvent(icsMessage: CalendarMessage) {
  const { title, place, notes, link, start, end, recurrence, organiser } = icsMessage;
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

/** Returns the guests, with the user's own answer in place of an older one that the organizer sent. */
function presentAttendees(
  attendees: ReturnType<typeof attendeesOf>,
  own: ReadonlySet<string>,
  existing: CurrentAnswer | undefined,
): Invitation["attendees"] {
  return attendees.map((attendee) => ({
    ...attendee,
    isSelf: own.has(address(attendee.address)),
    answer: existing?.attendee === address(attendee.address) ? existing.answer : attendee.answer,
  }));
}

function presentReply(shown: StoredCalendar, own: ReadonlySet<string>): Invitation["reply"] {
  if (shown.icsMessage.method !== "reply" && shown.icsMessage.method !== "counter") return null;
  const attendee = replyOf(shown) ?? shown.icsMessage.attendees[0];
  if (attendee === undefined) return null;
  const isSelf = own.has(address(attendee.address));
  return { ...attendee, isSelf, comment: shown.icsMessage.comment };
}

/**
 * Returns true if the event data is not the organizer's. The sender of a forwarded invitation may be known, but cannot speak for
 * the organizer.
 */
function isFromStranger({ mail, icsMessage }: StoredCalendar, own: ReadonlySet<string>): boolean {
  if (icsMessage.method === "publish") return false;
  if (icsMessage.method === "cancel") return !isOfOrganiser(mail, own);
  if (mail.is_own === 1) return false;
  if (icsMessage.method === "request") return !isOfOrganiser(mail, own);
  return replyOf({ mail, icsMessage }) === undefined;
}

/** Returns true if an answer still makes a difference. */
function isOpen(
  { clock }: Pick<MailContext, "clock">,
  { mail, icsMessage }: StoredCalendar,
  { state }: EventState,
): boolean {
  if (icsMessage.method !== "request" || state !== "current" || mail.is_own === 1) return false;
  if ((icsMessage.organiser?.address ?? "") === "" || icsMessage.start === null) return false;
  const isOver =
    (icsMessage.end?.at ?? icsMessage.start.at) < clock.now() && icsMessage.recurrence === null;
  return !isOver;
}

/** Returns true if an answer was given and not canceled. */
export function isEffective(state: OutboxState | null | undefined): state is OutboxState {
  return state !== null && state !== undefined && state !== "cancelled";
}

/** Returns the state of a proposal, with the current time of the event. */
async function presentCounter(
  { database: { reader } }: Pick<MailContext, "database">,
  { user_id: userId, id }: MessageRow,
  {
    uid,
    now,
    proposal,
  }: { uid: string; now: StoredCalendar | undefined } & Pick<OpenInvitation, "proposal">,
): Promise<Invitation["counter"]> {
  const { start = null, end = null } = now?.icsMessage ?? {};
  const last = (await counterAnswers(reader, userId, id))[0]?.state;
  const declined = isEffective(last) ? last : null;
  const accepted = (await moveBy(reader, userId, { uid, messageId: id }))?.state ?? null;
  const isOpen = proposal !== undefined && declined === null && accepted === null;
  return {
    start: start && eventTime(start),
    end: end && eventTime(end),
    canDecline: isOpen,
    declined,
    canAccept: isOpen && proposal.request !== undefined,
    accepted,
  };
}

/** Returns the invited identity, of this account if possible. A user who was invited through a list replies as the account. */
function invitedAs(
  mail: MailContext,
  message: MessageRow,
  icsMessage: CalendarMessage,
): Promise<Identity> {
  return identityAmong(mail, message, icsMessage.attendees);
}

async function identityAmong(
  mail: MailContext,
  message: MessageRow,
  people: readonly EventPerson[],
): Promise<Identity> {
  const { user_id: userId, account_id: accountId, id } = message;
  const invited = new Set(people.map((person) => address(person.address)));
  const identities = (await listIdentities(mail, userId)).filter((one) =>
    invited.has(address(one.address)),
  );
  return (
    identities.find((one) => one.accountId === accountId) ??
    identities[0] ??
    senderOf(mail, userId, { accountId, answeredId: id })
  );
}
