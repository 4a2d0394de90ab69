import { createHash } from "node:crypto";
import { MessageId, OutboxId, type UserId } from "@inlet/contract/ids.ts";
import type { InvitationAnswer } from "@inlet/contract/integrations/invitations.ts";
import { z } from "zod";
import { connectionsOf } from "#/integrations/core/connections.ts";
import type { IntegrationContext } from "#/integrations/core/context.ts";
import { type DavLogin, DavRefusal, nameOfError, davOutcomeOf } from "#/integrations/core/dav.ts";
import type {
  Connection,
  IntegrationEvent,
  Outcome,
  IntegrationAdapter,
} from "#/integrations/core/adapter.ts";
import type { Reader } from "#/store/engine/database.ts";
import type { CalendarMessageRow } from "#/store/calendar/schema.ts";
import {
  answerSentBy,
  answersOf,
  calendarMessage,
  type CalendarWord,
  calendarWord,
  calendarWordsOf,
  isOfSame,
} from "#/store/calendar/queries.ts";
import { moveSentBy } from "#/store/calendar/moved-event-queries.ts";
import { locationsOf } from "#/store/locations/queries.ts";
import { outboxById } from "#/store/outbox/queries.ts";
import { calendarObject, isEntryOf, keptApart } from "#/wire/calendar/calendar-object.ts";
import { movedAs } from "#/wire/calendar/move-event.ts";
import { isChangedThere } from "#/wire/calendar/write-event.ts";
import { soleSender } from "#/wire/mime/authentic.ts";
import { addedEvent } from "./add-event.ts";
import { type Entry, openDav } from "./dav.ts";
import { refusals } from "./protected-entries.ts";
import { CalendarConfig, CalendarSecret } from "./settings.ts";
import { takerOf } from "./default-calendar.ts";

/**
 * Creates the integration adapter for a calendar of the user, which holds the invitations that they accepted (CalDAV, RFC 4791).
 */
export function calendarAdapter(core: IntegrationContext): IntegrationAdapter {
  return {
    kind: "calendar",
    isSetUp: true,
    async deliver(connection, event) {
      const added = addedEvent(event);
      if (added !== null) return outcomeOf(() => keep(core, connection, { ...own, ...added }));
      const keeping = await keepingFor(core, connection.userId, event);
      if (keeping === null) return { result: "skipped", answer: "Not a reply to an invitation." };
      return outcomeOf(() => keep(core, connection, keeping));
    },
    test: (connection) =>
      outcomeOf(async () => {
        const { dav, calendarUrl } = open(core, connection);
        const now = core.clock.now();
        const entries = await dav.within(calendarUrl, { from: now, to: now + weekMs });
        return `It has ${entries.length === 1 ? "1 event" : `${entries.length} events`} in the next seven days.`;
      }),
    describe: ({ config }) => {
      const { calendarUrl } = CalendarConfig.parse(config);
      return new URL(calendarUrl).host;
    },
  };
}

const weekMs = 7 * 24 * 3600_000;
/** Maximum number of attempts while another client writes into the same calendar. It is read again each time, then waits. */
const triesMax = 4;
/** Timeout for asking another calendar about an event, in milliseconds. */
const otherMs = 3000;

/** Returns the server of a linked calendar, and which of its calendars it is. */
export function open(
  core: IntegrationContext,
  { secret, config }: Connection,
  limits: { timeoutMs?: number } = {},
) {
  const login: DavLogin = CalendarSecret.parse(JSON.parse(secret));
  const { calendarUrl, calendarName } = CalendarConfig.parse(config);
  return { dav: openDav(core, login, limits), calendarUrl, calendarName };
}

interface Kept {
  uid: string;
  source: string;
  /** The organizer's message before this one. */
  earlier?: string;
  attendee: string;
  answer: InvitationAnswer | "none";
  /** True for a single date of a recurring event that is canceled and remains in it. */
  isGone: boolean;
  isOwn?: boolean;
  /** For the user's own event that they moved: the version that the move created. The event is changed in its calendar. */
  movesTo?: number;
}

/** For an event that the user adds: without an invitation, and without an answer. */
const own = { attendee: "", answer: "none", isGone: false, isOwn: true } as const;

/** Returns the calendar change for an event of the product; null if it causes none. */
async function keepingFor(
  { database: { reader } }: IntegrationContext,
  userId: UserId,
  { kind, about }: IntegrationEvent,
): Promise<Kept | null> {
  if (kind === "message.sent") {
    const id = OutboxId.parse(about["outboxId"]);
    const moved = await moveSentBy(reader, userId, id);
    if (moved) {
      const { uid, source, sequence } = moved;
      return { uid, source, ...own, isOwn: false, movesTo: sequence };
    }
    const answer = await answerSentBy(reader, userId, id);
    const invitation = answer && (await calendarMessage(reader, userId, answer.message_id));
    const sent = answer && (await outboxById(reader, id));
    if (!answer || !invitation || sent?.user_id !== userId) return null;
    // Answered differently in between: that answer is delivered too, and the calendar is to show the last one that was sent.
    const isOvertaken = (await answersOf(reader, userId, [answer.uid])).some(
      (one) => isOfSame(one, answer) && one.number > answer.number && one.state === "accepted",
    );
    if (isOvertaken) return null;
    const isGone = answer.answer === "declined" && answer.recurrence_id === "";
    const { from } = Envelope.parse(JSON.parse(sent.envelope_json));
    return {
      uid: answer.uid,
      source: invitation.source,
      attendee: from,
      answer: answer.answer,
      isGone,
    };
  }
  if (kind !== "message.received") return null;
  const emailId = MessageId.parse(about["emailId"]);
  const invitation = await calendarMessage(reader, userId, emailId);
  const word = await calendarWord(reader, userId, emailId);
  if (!invitation || !word || (invitation.method !== "request" && invitation.method !== "cancel"))
    return null;
  // A mail of another sender with the same UID changes nothing in a calendar.
  if (invitation.organiser === "" || senderOf(word) !== invitation.organiser) return null;
  const places = await locationsOf(reader, userId, emailId);
  if (places.every(({ role }) => role === "spam")) return null;
  const answers = (await answersOf(reader, userId, [invitation.uid])).filter(
    (one) => one.organiser === invitation.organiser,
  );
  const answer =
    answers.find(({ recurrence_id }) => recurrence_id === invitation.recurrence_id) ??
    answers.find(({ recurrence_id }) => recurrence_id === "");
  if (!answer || answer.answer === "declined") return null;
  const before = await calendarMessage(reader, userId, answer.message_id);
  if (!before || before.message_id === emailId) return null;
  if (invitation.sequence < before.sequence) return null;
  const sent = await outboxById(reader, answer.outbox_id);
  const { from } = Envelope.parse(JSON.parse(sent?.envelope_json ?? "{}"));
  const isSame = invitation.sequence === before.sequence;
  return {
    uid: invitation.uid,
    source: invitation.source,
    earlier: (await sentBefore(reader, userId, invitation)) ?? before.source,
    attendee: from,
    // A changed event needs a new answer.
    answer: isSame ? answer.answer : "none",
    isGone: invitation.method === "cancel" && invitation.recurrence_id === "",
  };
}

/** Returns the organizer's last message about the same date before this one; undefined if no mail holds it any more. */
async function sentBefore(
  reader: Reader,
  userId: UserId,
  { message_id: id, uid, organiser, recurrence_id, sequence, stamped_at }: CalendarMessageRow,
): Promise<string | undefined> {
  const [last] = (await calendarWordsOf(reader, userId, uid))
    .filter((one) => one.method === "request" && one.recurrence_id === recurrence_id)
    .filter((one) => one.message_id !== id && senderOf(one) === organiser)
    .filter((one) => (one.sequence - sequence || one.stamped_at - stamped_at) <= 0)
    .toSorted((a, b) => b.sequence - a.sequence || b.stamped_at - a.stamped_at);
  return last && (await calendarMessage(reader, userId, last.message_id))?.source;
}

const Envelope = z.object({ from: z.string().catch("") });
const Senders = z.array(z.object({ address: z.string() }));
const Signs = z.object({
  hasTwoSenders: z.literal(true).exactOptional(),
  dmarc: z
    .object({ server: z.string(), verdict: z.string(), isStrict: z.boolean() })
    .exactOptional(),
});

function senderOf({ from_json, signs_json, imap_host }: CalendarWord): string {
  const signs = Signs.parse(JSON.parse(signs_json));
  return soleSender(Senders.parse(JSON.parse(from_json)), signs, imap_host);
}

/** Adds the entry, replaces it or deletes it; never twice, and never over a change by another client. */
async function keep(
  core: IntegrationContext,
  connection: Connection,
  kept: Kept,
): Promise<string | Outcome> {
  const { dav, calendarUrl } = open(core, connection);
  for (let tries = 0; tries < triesMax; tries++) {
    const [entry] = (await dav.find(calendarUrl, kept.uid)).filter(({ ics }) =>
      isEntryOf(ics, kept.uid),
    );
    if (kept.movesTo !== undefined) {
      const done = await move(dav, calendarUrl, { entry, kept });
      if (done !== null) return done;
      continue;
    }
    const against = entry && !kept.isOwn ? keptApart(entry.ics, kept.source, kept.uid) : null;
    if (against) return refusals[against];
    if (entry && kept.isOwn && isChangedThere(entry.ics, kept.uid)) {
      return refusals.changed;
    }
    if (kept.isGone) {
      if (!entry) return { result: "skipped", answer: "Not in the calendar." };
      if (await dav.remove(entry)) return "Removed from the calendar.";
      continue;
    }
    if (!entry && !kept.isOwn) {
      const other = await whyNotHere(core, connection, kept.uid);
      if (other) return { result: "skipped", answer: other };
    }
    const ics = calendarObject(kept.source, { ...kept, existing: entry?.ics ?? "" });
    if (ics === undefined) return "The invitation has no event that can be added to a calendar.";
    if (await put(dav, calendarUrl, { entry, ics, uid: kept.uid })) {
      return entry ? "Changed in the calendar." : "Added to the calendar.";
    }
  }
  throw new DavRefusal(409);
}

/** Moves the user's own event to its new time; null if another client wrote in between. */
async function move(
  dav: ReturnType<typeof openDav>,
  calendarUrl: string,
  { entry, kept: { uid, source, movesTo = 0 } }: { entry: Entry | undefined; kept: Kept },
): Promise<string | Outcome | null> {
  if (!entry) return { result: "skipped", answer: "Not in this calendar." };
  const against = keptApart(entry.ics, source, uid);
  if (against) return refusals[against];
  const ics = movedAs(entry.ics, source, { uid, sequence: movesTo });
  if (ics === null) return refusals.later;
  // The server would notify the guests of the change again, or cancel the event for them if notifying is not permitted (RFC
  // 6638).
  if (await dav.notifiesGuests(calendarUrl)) return refusals.notifiesGuests;
  return (await dav.update(entry, ics)) ? "Moved in the calendar." : null;
}

/**
 * Returns why the event does not belong here, or "". One calendar gets accepted invitations, and an entry that is in another one
 * already is updated there.
 */
async function whyNotHere(
  core: IntegrationContext,
  { id, userId }: Connection,
  uid: string,
): Promise<string> {
  if ((await takerOf(core, userId)) !== id) return "Accepted invitations go to another calendar.";
  const others = (await connectionsOf(core, userId, "calendar")).filter((one) => one.id !== id);
  const has = async (other: Connection): Promise<boolean> => {
    const { dav, calendarUrl } = open(core, other, { timeoutMs: otherMs });
    try {
      return (await dav.find(calendarUrl, uid)).some(({ ics }) => isEntryOf(ics, uid));
    } catch (error) {
      // A failure of one calendar does not affect the rest.
      core.log.info({ error: nameOfError(error) }, "reading a calendar failed");
      return false;
    }
  };
  const found = await Promise.all(others.map(has));
  return found.includes(true) ? "Already in another calendar." : "";
}

function put(
  dav: ReturnType<typeof openDav>,
  calendarUrl: string,
  { entry, ics, uid }: { entry: Entry | undefined; ics: string; uid: string },
): Promise<boolean> {
  if (entry) return dav.update(entry, ics);
  // The name for an event is always the same: an entry by an attempt whose response was lost is found again.
  const name = createHash("sha256").update(uid).digest("hex").slice(0, 40);
  return dav.create(calendarUrl, `${name}.ics`, ics);
}

/** Returns the outcome, as the user sees it. */
function outcomeOf(work: () => Promise<string | Outcome>): Promise<Outcome> {
  return davOutcomeOf({ place: "calendar", entry: "event" }, async () => {
    const answer = await work();
    return typeof answer === "string" ? { result: "delivered", answer } : answer;
  });
}
