import type { connectCalendar } from "@inlet/contract/integrations/calendars.ts";
import type { IntegrationId, UserId } from "@inlet/contract/ids.ts";
import type { z } from "zod";
import { Failure } from "#/base/failure.ts";
import { connect, unopened } from "#/integrations/core/connections.ts";
import type { IntegrationContext } from "#/integrations/core/context.ts";
import { davServerOf, whyNotFound } from "#/integrations/core/dav.ts";
import { integrationsOf } from "#/store/integrations/queries.ts";
import { openDav } from "./dav.ts";
import { CalendarConfig, type CalendarSecret } from "./settings.ts";

const shownMax = 100;

interface Connected {
  id: IntegrationId | null;
  calendars: { url: string; name: string }[];
}

/**
 * Links the chosen calendar or, without a choice, returns the calendars to choose from. Throws the codes of connectCalendar.
 */
export async function linkCalendar(
  core: IntegrationContext,
  userId: UserId,
  { address, user, password, calendarUrl }: z.output<typeof connectCalendar.input>,
): Promise<Connected> {
  const calendars = await calendarsAt(core, address, { user, password });
  // Only addresses that the server itself names: any other address would get the password.
  const chosen =
    calendarUrl === undefined
      ? calendars.length === 1
        ? calendars[0]
        : undefined
      : calendars.find(({ url }) => url === calendarUrl);
  if (chosen === undefined) return { id: null, calendars };
  const secret: z.infer<typeof CalendarSecret> = { user, password };
  const config: z.infer<typeof CalendarConfig> = {
    calendarUrl: chosen.url,
    calendarName: chosen.name,
    takesSince: await takesSinceOf(core, userId, chosen.url),
  };
  const id = await connect(core, userId, {
    kind: "calendar",
    name: chosen.name,
    externalId: chosen.url,
    secret: JSON.stringify(secret),
    config,
    events: ["message.sent", "message.received"],
  });
  return { id, calendars };
}

/** Returns since when the calendar gets accepted invitations: one that is linked again stays the chosen one. */
async function takesSinceOf(
  { database }: IntegrationContext,
  userId: UserId,
  url: string,
): Promise<number> {
  const rows = await integrationsOf(database.reader, userId, "calendar");
  const known = rows.find((row) => row.external_id === url);
  return known ? CalendarConfig.parse(unopened(known).config).takesSince : 0;
}

async function calendarsAt(
  core: IntegrationContext,
  address: string,
  login: { user: string; password: string },
): Promise<Connected["calendars"]> {
  const url = await davServerOf(core, address, "_caldavs");
  if (url === null) throw new Failure("calendar.unreachable");
  try {
    const calendars = await openDav(core, login).calendars(url);
    if (calendars.length === 0) throw new Failure("calendar.none");
    return calendars.slice(0, shownMax);
  } catch (cause) {
    throw new Failure(`calendar.${whyNotFound(core, cause)}`);
  }
}
