import type { IntegrationId, UserId } from "@inlet/contract/ids.ts";
import { Failure } from "#/base/failure.ts";
import { changeConnection, isListening, unopened } from "#/integrations/core/connections.ts";
import type { IntegrationContext } from "#/integrations/core/context.ts";
import type { IntegrationRow } from "#/store/integrations/schema.ts";
import { integrationsOf } from "#/store/integrations/queries.ts";
import { CalendarConfig } from "./settings.ts";

type Reading = Pick<IntegrationContext, "database">;

/** Returns the linked calendar that gets accepted invitations: the one chosen last, else the oldest; null without any. */
export async function takerOf(core: Reading, userId: UserId): Promise<IntegrationId | null> {
  const rows = await integrationsOf(core.database.reader, userId, "calendar");
  const [first] = rows.toSorted((a, b) => takesSince(b) - takesSince(a));
  return first?.id ?? null;
}

/**
 * Makes this the calendar that gets accepted invitations from now on. The choice is one time in one row, so only one of two
 * simultaneous choices remains. Throws integration.not_found, integration.not_active.
 */
export async function chooseTaker(
  core: Reading & Pick<IntegrationContext, "execute" | "box" | "clock">,
  userId: UserId,
  id: IntegrationId,
): Promise<void> {
  const rows = await integrationsOf(core.database.reader, userId, "calendar");
  const row = rows.find((one) => one.id === id);
  if (row === undefined) throw new Failure("integration.not_found");
  if (!isListening(row)) throw new Failure("integration.not_active");
  const latest = Math.max(...rows.map(takesSince));
  const config = { ...configOf(row), takesSince: Math.max(core.clock.now(), latest + 1) };
  await changeConnection(core, { userId, id }, { config });
}

function takesSince(row: IntegrationRow): number {
  return configOf(row).takesSince;
}

function configOf(row: IntegrationRow) {
  return CalendarConfig.parse(unopened(row).config);
}
