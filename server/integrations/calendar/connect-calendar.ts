import type { connectCalendar } from "@inlet/contract/calendars.ts";
import type { IntegrationId, UserId } from "@inlet/contract/ids.ts";
import type { z } from "zod";
import { Failure } from "#/base/fail.ts";
import { EgressRefused } from "#/egress/pinned.ts";
import { connect } from "#/integrations/core/connections.ts";
import type { IntegrationContext } from "#/integrations/core/context.ts";
import { DavRefusal, nameOfError, openDav } from "./dav.ts";
import type { CalendarConfig, CalendarSecret } from "./room.ts";

const shownMax = 100;

interface Connected {
  id: IntegrationId | null;
  calendars: { url: string; name: string }[];
}

/** Links the calendar that is meant, or says which there are. Fails with the codes of connectCalendar. */
export async function linkCalendar(
  core: IntegrationContext,
  userId: UserId,
  { address, user, password, calendarUrl }: z.output<typeof connectCalendar.input>,
): Promise<Connected> {
  const calendars = await calendarsAt(core, address, { user, password });
  // Only what the server itself names: an address of somebody else's would get the password.
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

async function calendarsAt(
  core: IntegrationContext,
  address: string,
  login: { user: string; password: string },
): Promise<Connected["calendars"]> {
  const url = await serverOf(core, address);
  try {
    const calendars = await openDav(core, login).calendars(url);
    if (calendars.length === 0) throw new Failure("calendar.none");
    return calendars.slice(0, shownMax);
  } catch (cause) {
    if (cause instanceof Failure) throw cause;
    const isRefused =
      (cause instanceof DavRefusal && (cause.status === 401 || cause.status === 403)) ||
      (cause instanceof Error && /invalid credentials/i.test(cause.message));
    if (isRefused) throw new Failure("calendar.refused");
    // One text for unreachable and forbidden addresses, so that the form is no port scanner.
    const isOther = !(cause instanceof EgressRefused || cause instanceof DavRefusal);
    // What tsdav says of a failure has the server's answer in it, and where it was asked.
    if (isOther) core.log.info({ error: nameOfError(cause) }, "a calendar could not be found");
    throw new Failure("calendar.unreachable");
  }
}

/** A domain says by its services where its calendars are (RFC 6764); else it is asked itself. */
async function serverOf({ egress }: IntegrationContext, address: string): Promise<string> {
  if (/^https?:\/\//i.test(address)) {
    if (!URL.canParse(address)) throw new Failure("calendar.unreachable");
    const { href, username, password } = new URL(address);
    // A password has a field of its own; in an address it would stand in the clear wherever that does.
    if (username !== "" || password !== "") throw new Failure("calendar.unreachable");
    return href;
  }
  const domain = address.slice(address.lastIndexOf("@") + 1);
  const [service] = /^[\w.-]+$/.test(domain)
    ? await egress.services(`_caldavs._tcp.${domain}`)
    : [];
  const url = `https://${service ? `${service.host}:${service.port}` : domain}/`;
  if (!URL.canParse(url)) throw new Failure("calendar.unreachable");
  return new URL(url).href;
}
