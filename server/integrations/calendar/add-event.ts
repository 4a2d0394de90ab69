import { createHash } from "node:crypto";
import type { addEvent as addEventEndpoint } from "@inlet/contract/integrations/calendars.ts";
import type { UserId } from "@inlet/contract/ids.ts";
import { z } from "zod";
import { Failure } from "#/base/failure.ts";
import { isListening } from "#/integrations/core/connections.ts";
import type { IntegrationContext } from "#/integrations/core/context.ts";
import type { IntegrationEvent } from "#/integrations/core/adapter.ts";
import { integrationById } from "#/store/integrations/queries.ts";
import { getMessage } from "#/store/messages/queries.ts";
import type { MessageRow } from "#/store/engine/schema.ts";
import { writeEvent } from "#/wire/calendar/write-event.ts";

/** Fields of a delivery for an event that the user adds from a mail. */
const Added = z.object({
  uid: z.string(),
  title: z.string(),
  place: z.string(),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
});

/** Queues a delivery that adds the event to a linked calendar. Throws the codes of the endpoint. */
export async function addEvent(
  core: IntegrationContext,
  userId: UserId,
  event: z.output<typeof addEventEndpoint.input>,
): Promise<void> {
  const { emailId, integrationId, title, place, startsAt, endsAt } = event;
  const { reader } = core.database;
  const message = await getMessage(reader, userId, emailId);
  if (message === undefined) throw new Failure("message.not_found");
  const row = await integrationById(reader, userId, integrationId);
  if (row?.kind !== "calendar") throw new Failure("integration.not_found");
  if (!isListening(row)) throw new Failure("integration.not_active");
  const name = nameOf(message);
  const about: z.infer<typeof Added> = { uid: eventUid(message), title, place, startsAt, endsAt };
  const eventId = `event_${name}_${hash([about, core.clock.now()])}`;
  await core.execute("event.tell", {
    userId,
    deliveries: [{ integrationId, event: { kind: "message.received", eventId, about } }],
  });
}

/** Returns the UID of the event that a mail names, the same in a calendar and in a file. */
export function eventUid(message: Named): string {
  return `${nameOf(message)}@inlet`;
}

type Named = Pick<MessageRow, "id" | "twin_key">;

/**
 * Returns a hash that is the same for a duplicate in another account or after a move, but not for another message with the same
 * Message-ID.
 */
function nameOf({ id, twin_key: duplicate }: Named): string {
  return hash([duplicate || id]);
}

/** Returns the event of a delivery in calendar format; null if it has none. */
export function addedEvent({ about, at: now }: IntegrationEvent) {
  const added = Added.safeParse(about).data;
  if (added === undefined) return null;
  const startsAt = Date.parse(added.startsAt);
  const endsAt = Date.parse(added.endsAt);
  return { uid: added.uid, source: writeEvent({ ...added, startsAt, endsAt, now }) };
}

function hash(of: unknown): string {
  return createHash("sha256").update(JSON.stringify(of)).digest("hex").slice(0, 32);
}
