import type { invitationBusy } from "@inlet/contract/integrations/calendars.ts";
import type { UserId } from "@inlet/contract/ids.ts";
import type { z } from "zod";
import { connectionsOf } from "#/integrations/core/connections.ts";
import type { IntegrationContext } from "#/integrations/core/context.ts";
import { nameOfError } from "#/integrations/core/dav.ts";
import { takesTime } from "#/wire/calendar/calendar-object.ts";
import { readCalendar } from "#/wire/calendar/read-calendar.ts";
import { occurrenceWithin } from "#/wire/calendar/recurrence.ts";
import { open } from "./adapter.ts";

type Busy = z.output<typeof invitationBusy.output>;

const shownMax = 5;
const timeoutMs = 5000;

/** Returns the events in the user's calendars within a time span, except the event in question. */
export async function busyWithin(
  core: IntegrationContext,
  userId: UserId,
  { uid, from, to }: { uid: string; from: number; to: number },
): Promise<Busy> {
  const connections = await connectionsOf(core, userId, "calendar");
  // Reads all calendars concurrently, each with the same timeout, so the slowest one determines the wait.
  const asked = connections.map(async (connection): Promise<Busy> => {
    const { dav, calendarUrl, calendarName } = open(core, connection, { timeoutMs });
    try {
      const entries = await dav.within(calendarUrl, { from, to });
      return { busy: entries.flatMap(({ ics }) => taken(ics, { uid, from, to })), unreachable: [] };
    } catch (error) {
      core.log.info({ error: nameOfError(error) }, "reading a calendar failed");
      return { busy: [], unreachable: [calendarName] };
    }
  });
  const found = await Promise.all(asked);
  return {
    busy: found.flatMap(({ busy }) => busy).slice(0, shownMax),
    unreachable: found.flatMap(({ unreachable }) => unreachable),
  };
}

function taken(
  ics: string,
  { uid, from, to }: { uid: string; from: number; to: number },
): Busy["busy"] {
  const event = readCalendar(ics);
  if (event === undefined || event.uid === uid || event.start === null || event.start.isDay)
    return [];
  const at = occurrenceWithin(event, { from, to });
  if (at === null || !takesTime(ics)) return [];
  const { isDay, wall, timeZone } = event.start;
  const time = (moment: number) => ({
    at: new Date(moment).toISOString(),
    isDay,
    wall,
    timeZone,
  });
  return [{ title: event.title, start: time(at.start), end: time(at.end) }];
}
