import type { UserId } from "@inlet/contract/ids.ts";
import type { EventTime, Invitation } from "@inlet/contract/integrations/invitations.ts";
import {
  answersOf,
  calendarChangesOf,
  calendarContents,
  type CalendarWord,
  calendarWordsWithin,
} from "#/store/calendar/queries.ts";
import type { CalendarMessage, Moment } from "#/wire/calendar/calendar.ts";
import { occurrenceWithin } from "#/wire/calendar/recurrence.ts";
import type { MailContext } from "../context.ts";
import { isOfOrganiser, stateOf, readStoredCalendar } from "./event-state.ts";

const shownMax = 5;
/** Maximum length of stored event content; a longer event is not a conflict. */
const contentMax = 128 * 1024;

/** Returns the events that the user accepted or created and that overlap with this one. */
export async function conflictsWith(
  { database: { reader } }: Pick<MailContext, "database">,
  userId: UserId,
  { uid, start, end }: CalendarMessage,
  own: ReadonlySet<string>,
): Promise<Invitation["conflicts"]> {
  // An all-day event occupies no time.
  if (start === null || end === null || start.isDay || end.at <= start.at) return [];
  const span = { from: start.at, to: end.at };
  const asked = await calendarWordsWithin(reader, userId, { ...span, besides: uid });
  const uids = [...new Set(asked.map((one) => one.uid))];
  const answers = await answersOf(reader, userId, uids);
  const isComing = (one: CalendarWord) => {
    if (one.is_own === 1) return own.has(one.organiser) && isOfOrganiser(one, own);
    const answer = answers.find(
      (each) =>
        each.uid === one.uid &&
        each.organiser === one.organiser &&
        (each.recurrence_id === one.recurrence_id || each.recurrence_id === ""),
    );
    return answer?.answer === "accepted";
  };
  const coming = asked.filter(isComing);
  const changes = Map.groupBy(
    await calendarChangesOf(reader, userId, [...new Set(coming.map((one) => one.uid))]),
    (change) => change.uid,
  );
  const current = coming.filter(
    (one) => stateOf(one, changes.get(one.uid) ?? [], own).state === "current",
  );
  const ids = current.map((one) => one.message_id);
  const contents = await calendarContents(reader, userId, ids, contentMax);
  const conflicts = new Map<string, Invitation["conflicts"][number]>();
  for (const mail of current) {
    const json = contents.get(mail.message_id);
    if (json === undefined || conflicts.size >= shownMax) continue;
    const { icsMessage } = readStoredCalendar(mail, json);
    const at = icsMessage.start?.isDay ? null : occurrenceWithin(icsMessage, span);
    if (at === null || icsMessage.start === null) continue;
    conflicts.set(`${icsMessage.uid} ${at.start}`, {
      title: icsMessage.title,
      start: eventTime({ ...icsMessage.start, at: at.start }),
      end: eventTime({ ...icsMessage.start, at: at.end }),
      emailId: mail.message_id,
    });
  }
  return [...conflicts.values()];
}

/** Converts a moment to the contract's form. */
export function eventTime({ at, isDay, wall, timeZone }: Moment): EventTime {
  return { at: new Date(at).toISOString(), isDay, wall, timeZone };
}
