import type { IntegrationId, UserId } from "@inlet/contract/ids.ts";
import { Failure } from "#/base/failure.ts";
import { RetryAfter } from "#/base/retry-after.ts";
import type { IntegrationRow } from "#/store/integrations/schema.ts";
import { integrationById } from "#/store/integrations/queries.ts";
import { isListening, opened } from "./connections.ts";
import type { IntegrationContext } from "./context.ts";
import type { IntegrationAdapter, Synced, Syncing } from "./adapter.ts";

/** Interval at which the other side is checked while nothing changes here, in milliseconds. */
const everyMs = 15 * 60_000;
const afterFailureMs = 5 * 60_000;

interface Which {
  userId: UserId;
  integrationId: IntegrationId;
}

/** Syncs both sides and records the result. Throws integration.not_found, integration.not_active. */
export async function syncNow(
  core: IntegrationContext,
  adapters: readonly IntegrationAdapter[],
  { userId, integrationId }: Which,
  how: Syncing,
): Promise<Synced> {
  const row = await integrationById(core.database.reader, userId, integrationId);
  const sync = row && adapters.find(({ kind }) => kind === row.kind)?.sync;
  if (!row || !sync) throw new Failure("integration.not_found");
  if (!isListening(row)) throw new Failure("integration.not_active");
  const heldMs = row.hold_until - core.clock.now();
  if (heldMs > 0) {
    const answer = row.reason || "Rate limited by the other server.";
    return { result: "later", answer, waitMs: heldMs };
  }
  const synced = await sync(opened(core, row), how).catch((error: unknown): Synced => {
    core.log.warn({ err: error, kind: row.kind }, "syncing an integration failed");
    return { result: "later", answer: "It could not be reached." };
  });
  if (how.stopping?.aborted) {
    return { result: "skipped", answer: "Sync in progress. It continues automatically." };
  }
  await note(core, row, synced);
  return synced;
}

/** Runs the recurring sync job: throws RetryAfter while the integration is active. */
export async function syncDue(
  core: IntegrationContext,
  adapters: readonly IntegrationAdapter[],
  which: Which,
  how: Omit<Syncing, "isSure"> = {},
): Promise<void> {
  const row = await integrationById(core.database.reader, which.userId, which.integrationId);
  if (!row || !isListening(row)) return;
  const synced = await syncNow(core, adapters, which, { ...how, isSure: false });
  if (synced.result === "gone") return;
  if (how.stopping?.aborted) throw new RetryAfter(0);
  const waitMs = synced.result === "later" ? (synced.waitMs ?? 0) : 0;
  throw new RetryAfter(Math.max(waitMs, synced.result === "later" ? afterFailureMs : everyMs));
}

async function note(
  { execute, clock }: IntegrationContext,
  row: IntegrationRow,
  synced: Synced,
): Promise<void> {
  const { result, answer } = synced;
  const isWell = result === "delivered" || result === "skipped";
  const state: IntegrationRow["state"] =
    result === "gone" ? "revoked" : isWell ? "active" : "failed";
  const reason = isWell ? "" : answer;
  const waitMs = result === "later" ? synced.waitMs : undefined;
  if (state === row.state && reason === row.reason && waitMs === undefined) return;
  const { user_id: userId, id } = row;
  const set = {
    // Setting "active" queues all waiting deliveries, so it is set once.
    ...(state !== row.state && { state }),
    reason,
    ...(waitMs !== undefined && { hold_until: clock.now() + waitMs }),
  };
  await execute("integration.change", { userId, id, set });
}
