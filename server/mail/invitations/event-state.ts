import type { Attendee } from "@inlet/contract/integrations/invitations.ts";
import type { CalendarWord } from "#/store/calendar/queries.ts";
import type { CalendarMessage } from "#/wire/calendar/calendar.ts";
import { soleSender } from "#/wire/mime/authentic.ts";
import { addressesOf } from "../reading/present-row.ts";
import { signsOf } from "../reading/header-signs.ts";

/** A calendar message with its parsed content. */
export interface StoredCalendar {
  mail: CalendarWord;
  icsMessage: CalendarMessage;
}

/** Returns a message with its stored calendar content. */
export function readStoredCalendar(mail: CalendarWord, json: string): StoredCalendar {
  // Safe: only storeCalendars writes this column, with content parsed by wire/calendar.
  return { mail, icsMessage: JSON.parse(json) as CalendarMessage };
}

export interface EventState {
  state: "current" | "replaced" | "cancelled";
  /** The message with the current state. */
  current: CalendarWord;
}

/**
 * Returns the state of the event that a message is about, after all other messages about it. Only the organizer may change or
 * cancel it: anyone can send a message with the same event id.
 */
export function stateOf(
  shown: CalendarWord,
  others: readonly CalendarWord[],
  own: ReadonlySet<string>,
): EventState {
  const later = others
    .filter((one) => isWordOf(shown, one, own))
    .toSorted((a, b) => order(b, a) || b.internal_date - a.internal_date)[0];
  const isLater = later !== undefined && order(later, shown) > 0;
  const current = isLater ? later : shown;
  if (current.method === "cancel") {
    // A stranger's claim about the event is not a fact, not even on the card of the stranger's own message.
    const isFact = shown.method !== "cancel" || isOfOrganiser(current, own);
    return isFact ? { state: "cancelled", current } : { state: "current", current: shown };
  }
  return { state: isLater ? "replaced" : "current", current };
}

/** Orders versions by sequence number, then by the time of writing (RFC 5546, 2.1.5). */
function order(a: CalendarWord, b: CalendarWord): number {
  return a.sequence - b.sequence || a.stamped_at - b.stamped_at;
}

function isWordOf(shown: CalendarWord, mail: CalendarWord, own: ReadonlySet<string>): boolean {
  if (mail.method === "reply" || mail.method === "counter") return false;
  // A statement about the whole event applies to each of its dates.
  if (mail.recurrence_id !== "" && mail.recurrence_id !== shown.recurrence_id) return false;
  if (mail.organiser !== shown.organiser) return false;
  if (isOfOrganiser(mail, own)) return true;
  // Services that send for many organizers do it from one address.
  const sender = senderOf(mail);
  return sender !== "" && sender === senderOf(shown);
}

/** Returns true if the sender of a message is the organizer that it names; the user may invite from any of their addresses. */
export function isOfOrganiser(mail: CalendarWord, own: ReadonlySet<string>): boolean {
  const sender = senderOf(mail);
  if (sender === "") return false;
  return sender === mail.organiser || (mail.is_own === 1 && own.has(mail.organiser));
}

/** Returns the only sender address in lower case; "" if there are several, or if the message is known not to be from it. */
function senderOf(mail: Pick<CalendarWord, "from_json" | "signs_json" | "imap_host">): string {
  return soleSender(addressesOf(mail.from_json), signsOf(mail), mail.imap_host);
}

/** Returns the address in lower case, as addresses are compared. */
export function address(written = ""): string {
  return written.toLowerCase();
}

/** Returns the last answer of each guest: from the invitation's list, then from their replies. */
export function attendeesOf(
  { icsMessage }: StoredCalendar,
  replies: readonly StoredCalendar[],
): Omit<Attendee, "isSelf">[] {
  const answers = new Map(
    replies
      .toSorted((a, b) => a.icsMessage.stampedAt - b.icsMessage.stampedAt)
      .flatMap((one) => {
        const reply = replyOf(one);
        return reply && reply.answer !== "none" ? [[address(reply.address), reply.answer]] : [];
      }),
  );
  return icsMessage.attendees.map((attendee) => ({
    ...attendee,
    answer: answers.get(address(attendee.address)) ?? attendee.answer,
  }));
}

/** Returns the attendee whose answer a message brings; undefined if it answers for someone other than its sender. */
export function replyOf({
  mail,
  icsMessage,
}: StoredCalendar): Omit<Attendee, "isSelf"> | undefined {
  const sender = senderOf(mail);
  return sender === ""
    ? undefined
    : icsMessage.attendees.find((attendee) => address(attendee.address) === sender);
}
