import type { UserId } from "@inlet/contract/ids.ts";
import type { EventTime, Invitation } from "@inlet/contract/invitations.ts";
import { answersOf, calendarMailsOf, calendarMailsWithin } from "#/store/invitations.ts";
import type { CalendarMessage, Moment } from "#/wire/calendar/calendar.ts";
import { occurrenceWithin } from "#/wire/calendar/recurrence.ts";
import type { MailContext } from "../context.ts";
import { stateOf, type Told, toldBy } from "./event-state.ts";

const shownMax = 5;

/** Events that the person accepted, or made, and that fall into the time of this one. */
export async function conflictsWith(
  { database: { reader } }: Pick<MailContext, "database">,
  userId: UserId,
  { uid, start, end }: CalendarMessage,
): Promise<Invitation["conflicts"]> {
  // A whole day is busy with nothing.
  if (start === null || end === null || start.isDay || end.at <= start.at) return [];
  const span = { from: start.at, to: end.at };
  const told = (await calendarMailsWithin(reader, userId, span))
    .map(toldBy)
    .filter(({ said }) => said.uid !== uid && said.method === "request" && !said.start?.isDay);
  const uids = [...new Set(told.map(({ said }) => said.uid))];
  const answers = await answersOf(reader, userId, uids);
  const conflicts = new Map<string, Invitation["conflicts"][number]>();
  for (const one of told) {
    const { said, mail } = one;
    const answer = answers.find(
      (each) =>
        each.uid === said.uid &&
        (each.recurrence_id === said.recurrenceId || each.recurrence_id === ""),
    );
    const isComing = mail.is_own === 1 || answer?.answer === "accepted";
    const at = isComing ? occurrenceWithin(said, span) : null;
    if (at === null || said.start === null || conflicts.size >= shownMax) continue;
    if (!(await stillHolds(reader, userId, one))) continue;
    conflicts.set(`${said.uid} ${at.start}`, {
      title: said.title,
      start: eventTime({ ...said.start, at: at.start }),
      end: eventTime({ ...said.start, at: at.end }),
      emailId: mail.message_id,
    });
  }
  return [...conflicts.values()];
}

async function stillHolds(
  reader: MailContext["database"]["reader"],
  userId: UserId,
  told: Told,
): Promise<boolean> {
  const others = (await calendarMailsOf(reader, userId, told.said.uid)).map(toldBy);
  return stateOf(told, others).state === "current";
}

/** As the contract tells a moment. */
export function eventTime({ at, isDay, wall, timeZone }: Moment): EventTime {
  return { at: new Date(at).toISOString(), isDay, wall, timeZone };
}
