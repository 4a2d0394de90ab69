import { saveKinds } from "@inlet/contract/integrations/integration-kinds.ts";
import type { IntegrationId, MessageId, UserId } from "@inlet/contract/ids.ts";
import type { Integration } from "@inlet/contract/integrations/integrations.ts";
import type { Saved, SaveKind } from "@inlet/contract/integrations/save-to-integration.ts";
import type { DeliveryRow } from "#/store/integrations/schema.ts";
import { deliveriesOfEvent } from "#/store/integrations/queries.ts";
import { saveEventId } from "#/store/integrations/save-requests.ts";
import type { IntegrationContext } from "./context.ts";

/** Returns the progress of saving a message, for each integration. */
export async function savesOf(
  { database }: Pick<IntegrationContext, "database">,
  userId: UserId,
  emailId: MessageId,
): Promise<Map<IntegrationId, Saved>> {
  const rows = await deliveriesOfEvent(database.reader, userId, saveEventId(emailId));
  return new Map(rows.toReversed().map((row) => [row.integration_id, present(row)]));
}

/** Returns true if messages can be saved to this integration now. */
export function isSaveTarget(one: Integration): one is Integration & { kind: SaveKind } {
  const kinds: readonly string[] = saveKinds;
  return kinds.includes(one.kind) && (one.state === "active" || one.state === "failed");
}

const states = {
  waiting: "waiting",
  delivered: "saved",
  failed: "failed",
  skipped: "failed",
} as const;

function present({ state, answer, link }: DeliveryRow): Saved {
  return { state: states[state], answer, link };
}
