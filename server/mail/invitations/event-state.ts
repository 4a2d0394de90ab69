import type { Attendee } from "@inlet/contract/invitations.ts";
import type { CalendarMail } from "#/store/invitations.ts";
import type { CalendarMessage } from "#/wire/calendar/calendar.ts";
import { addressesOf } from "../present.ts";

/** A mail with what it says of an event. */
export interface Told {
  mail: CalendarMail;
  said: CalendarMessage;
}

export function toldBy(mail: CalendarMail): Told {
  // Only storeCalendars writes this column, from what wire/calendar read.
  return { mail, said: JSON.parse(mail.content_json) as CalendarMessage };
}

export interface EventState {
  state: "current" | "replaced" | "cancelled";
  /** The mail that says what holds now. */
  current: Told;
}

/**
 * What holds of the event that a mail speaks of, after all other mail about it. Only who invited may change it or call
 * it off: anybody can write a mail with the same id in it.
 */
export function stateOf(shown: Told, others: readonly Told[]): EventState {
  const later = others
    .filter((one) => isWordOf(shown, one))
    .toSorted((a, b) => order(b.said, a.said) || b.mail.internal_date - a.mail.internal_date)[0];
  const isLater = later !== undefined && order(later.said, shown.said) > 0;
  const current = isLater ? later : shown;
  if (current.said.method === "cancel") return { state: "cancelled", current };
  return { state: isLater ? "replaced" : "current", current };
}

/** By RFC 5546 (2.1.5) first the number of the version counts, then when it was written. */
function order(a: CalendarMessage, b: CalendarMessage): number {
  return a.sequence - b.sequence || a.stampedAt - b.stampedAt;
}

function isWordOf(shown: Told, { mail, said }: Told): boolean {
  if (said.method === "reply" || said.method === "counter") return false;
  // What is said of the whole event holds for each of its dates.
  if (said.recurrenceId !== "" && said.recurrenceId !== shown.said.recurrenceId) return false;
  const organiser = address(shown.said.organiser?.address);
  if (address(said.organiser?.address) !== organiser) return false;
  const senders = sendersOf(mail);
  return (
    mail.is_own === 1 ||
    senders.includes(organiser) ||
    // Programs that send for many do it from one address.
    (senders.length > 0 && senders.every((each) => sendersOf(shown.mail).includes(each)))
  );
}

/** The addresses that a mail is from, in lower case. */
export function sendersOf(mail: Pick<CalendarMail, "from_json">): string[] {
  return addressesOf(mail.from_json).map((each) => address(each.address));
}

/** Lower case, as addresses are compared. */
export function address(written = ""): string {
  return written.toLowerCase();
}

/** What each of the guests last said: as the invitation lists it, and after it in mails of their own. */
export function attendeesOf({ said }: Told, others: readonly Told[]): Omit<Attendee, "isSelf">[] {
  const replies = others
    .filter((one) => one.said.method === "reply" && one.said.recurrenceId === said.recurrenceId)
    .filter((one) => one.said.sequence >= said.sequence)
    .toSorted((a, b) => a.said.stampedAt - b.said.stampedAt);
  const answers = new Map(
    replies.flatMap((one) => {
      const reply = replyOf(one);
      return reply && reply.answer !== "none" ? [[address(reply.address), reply.answer]] : [];
    }),
  );
  return said.attendees.map((attendee) => ({
    ...attendee,
    answer: answers.get(address(attendee.address)) ?? attendee.answer,
  }));
}

/** Whose answer a mail brings; undefined when it speaks for somebody else than who sent it. */
export function replyOf({ mail, said }: Told): Omit<Attendee, "isSelf"> | undefined {
  const senders = sendersOf(mail);
  return said.attendees.find((attendee) => senders.includes(address(attendee.address)));
}
