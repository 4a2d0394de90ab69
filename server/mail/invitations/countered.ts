import type { CalendarWord } from "#/store/calendar/queries.ts";
import { readDate } from "#/wire/calendar/read-calendar.ts";
import { dateNamed } from "#/wire/calendar/recurrence.ts";
import {
  address,
  type EventState,
  isOfOrganiser,
  replyOf,
  type StoredCalendar,
} from "./event-state.ts";

/** Returns the invitation for which a guest proposes another time: that of the date, else that of all dates. */
export function countered(
  shown: CalendarWord,
  others: readonly CalendarWord[],
  own: ReadonlySet<string>,
): CalendarWord | undefined {
  return requestOf(shown, others, own) ?? requestOf({ ...shown, recurrence_id: "" }, others, own);
}

/**
 * Returns the invitation's data about the event that a message names, or about that one of its dates; without a time if the event
 * does not take place on that date. `isSure` is true if the invitation can be sent again.
 */
export function ofDate(
  whole: StoredCalendar | undefined,
  { uid, recurrence_id: recurrenceId }: CalendarWord,
  source: string,
): { now: StoredCalendar | undefined; isSure: boolean } {
  if (whole === undefined) return { now: undefined, isSure: false };
  const own = readDate(source, { uid, recurrenceId });
  const isSure = own !== "unclear";
  const isNamed = whole.icsMessage.recurrenceId === recurrenceId;
  if (typeof own === "string" && isNamed) return { now: whole, isSure: false };
  const mail = { ...whole.mail, recurrence_id: recurrenceId };
  // Messages that change or cancel this date are found by its recurrence id.
  if (typeof own === "object" && own.method === "request")
    return { now: { mail, icsMessage: own }, isSure };
  const { start, end } = (own === "none" && dateNamed(whole.icsMessage, recurrenceId)) || noTime;
  const icsMessage = { ...whole.icsMessage, recurrenceId, recurrence: null, start, end };
  return { now: { mail, icsMessage }, isSure };
}

const noTime = { start: null, end: null };

/** Returns the invitation to which a guest's message refers. */
export function requestOf(
  shown: CalendarWord,
  others: readonly CalendarWord[],
  own: ReadonlySet<string>,
): CalendarWord | undefined {
  const asked = others
    .filter((one) => one.method === "request" && one.recurrence_id === shown.recurrence_id)
    .toSorted((a, b) => b.sequence - a.sequence || b.stamped_at - a.stamped_at);
  return asked.find((one) => one.is_own === 1 && isOfOrganiser(one, own)) ?? asked[0];
}

/** Returns the invitation that was sent from here, if a later version of it can take over the time that a guest proposes. */
export function movable(
  { icsMessage }: StoredCalendar,
  { mail, icsMessage: held }: StoredCalendar,
  own: ReadonlySet<string>,
): StoredCalendar | undefined {
  const isOwn = mail.is_own === 1 && isOfOrganiser(mail, own);
  const isOne = held.recurrence === null && held.recurrenceId === icsMessage.recurrenceId;
  return isOwn && isOne && held.start !== null && icsMessage.start !== null
    ? { mail, icsMessage: held }
    : undefined;
}

/** Returns true if the sender of a proposal was invited: adding oneself as an attendee does not count. */
export function isGuestOf({ icsMessage }: StoredCalendar, shown: StoredCalendar): boolean {
  const by = address(replyOf(shown)?.address);
  return by !== "" && icsMessage.attendees.some((attendee) => address(attendee.address) === by);
}

/**
 * Returns true if a proposal is about the current invitation. Its sequence number comes from the guest, so it changes nothing.
 */
export function isAnswerTo(
  { icsMessage }: StoredCalendar,
  { mail, icsMessage: held }: StoredCalendar,
  moves: readonly { sequence: number }[],
  { state }: EventState,
): boolean {
  const known = Math.max(mail.sequence, held.sequence, ...moves.map(({ sequence }) => sequence));
  return state === "current" && icsMessage.sequence <= known;
}
