import type { DeliveryId, IntegrationId, UserId } from "@inlet/contract/ids.ts";
import type {
  changeIntegration,
  Delivery,
  Integration,
  IntegrationKind,
  listDeliveries,
  listIntegrations,
  testIntegration,
} from "@inlet/contract/integrations/integrations.ts";
import { limits } from "@inlet/contract/limits.ts";
import type { z } from "zod";
import { Failure } from "#/base/failure.ts";
import { pause } from "#/base/pause.ts";
import type { DeliveryRow, IntegrationRow } from "#/store/integrations/schema.ts";
import {
  deliveriesOf,
  deliveryById,
  integrationById,
  integrationsOf,
} from "#/store/integrations/queries.ts";
import { readAlerts } from "./alerts.ts";
import { briefFromOf, isListening, opened, unopened } from "./connections.ts";
import type { IntegrationContext } from "./context.ts";
import { eventsOf } from "./event-feed.ts";
import type { Outcome, IntegrationAdapter } from "./adapter.ts";

/** Timeout for disconnecting the integrations of a user who deletes their account, in milliseconds. */
const disconnectMs = 5000;

/** Operations of the settings page on an integration of any kind. An unknown one and another user's are the same failure. */
export interface IntegrationManager {
  list: (
    userId: UserId,
    kind?: IntegrationKind,
  ) => Promise<z.output<typeof listIntegrations.output>>;
  /** Throws integration.not_found. */
  read: (userId: UserId, id: IntegrationId) => Promise<Integration>;
  /** Throws the codes of changeIntegration. */
  change: (
    userId: UserId,
    change: z.output<typeof changeIntegration.input>,
  ) => Promise<Integration>;
  /** Throws the codes of testIntegration. */
  test: (userId: UserId, id: IntegrationId) => Promise<z.output<typeof testIntegration.output>>;
  /** Throws integration.not_found. */
  remove: (userId: UserId, id: IntegrationId) => Promise<void>;
  /**
   * Revokes all integrations of a user who is deleted, on the other side too; does not wait for a side that does not respond.
   */
  disconnectAll: (userId: UserId) => Promise<void>;
  /** Throws integration.not_found. */
  deliveries: (
    userId: UserId,
    asked: z.output<typeof listDeliveries.input>,
  ) => Promise<z.output<typeof listDeliveries.output>>;
  /** Throws the codes of replayDelivery. */
  replay: (
    userId: UserId,
    which: { id: IntegrationId; deliveryId: DeliveryId },
  ) => Promise<Delivery>;
}

/** Creates the manager of the integrations that these adapters implement, for their owners. */
export function createManager(
  core: IntegrationContext,
  adapters: readonly IntegrationAdapter[],
): IntegrationManager {
  const { reader } = core.database;
  const adapterOf = (kind: IntegrationKind) => adapters.find((adapter) => adapter.kind === kind);

  async function rowOf(userId: UserId, id: IntegrationId): Promise<IntegrationRow> {
    const row = await integrationById(reader, userId, id);
    if (!row) throw new Failure("integration.not_found");
    return row;
  }

  /** Revokes an integration on the other side. It is deleted here even if that fails. */
  async function revoke(row: IntegrationRow): Promise<void> {
    try {
      if (row.state !== "revoked") await adapterOf(row.kind)?.revoke?.(opened(core, row));
    } catch (error) {
      core.log.warn({ err: error, kind: row.kind }, "revoking an integration failed");
    }
  }

  const read = async (userId: UserId, id: IntegrationId) => {
    const row = await rowOf(userId, id);
    return present(row, adapterOf(row.kind));
  };

  return {
    read,
    async list(userId, kind) {
      const rows = await integrationsOf(reader, userId, kind);
      return {
        integrations: rows.map((row) => present(row, adapterOf(row.kind))),
        isSetUp: adapters.filter(({ isSetUp }) => isSetUp).map((adapter) => adapter.kind),
      };
    },
    async change(userId, { id, ...change }) {
      const row = await rowOf(userId, id);
      if (change.state !== undefined && row.state === "revoked") {
        throw new Failure("integration.revoked");
      }
      const set = columnsOf(core, row, { ...change, adapter: adapterOf(row.kind) });
      await core.execute("integration.change", { userId, id, set });
      return read(userId, id);
    },
    async test(userId, id) {
      const row = await rowOf(userId, id);
      const adapter = adapterOf(row.kind);
      if (!adapter?.isSetUp) throw new Failure("integration.not_set_up");
      const outcome = await tried(core, adapter, row);
      await recordTest(core, row, outcome);
      const isDelivered = outcome.result === "delivered";
      return { isDelivered, answer: outcome.answer, integration: await read(userId, id) };
    },
    async remove(userId, id) {
      await revoke(await rowOf(userId, id));
      await core.execute("integration.remove", { userId, id });
    },
    async disconnectAll(userId) {
      const rows = await integrationsOf(reader, userId);
      const isOver = new AbortController();
      const all = Promise.all(rows.map(revoke)).finally(() => isOver.abort());
      await Promise.race([all, pause(disconnectMs, isOver.signal)]);
    },
    async deliveries(userId, { id, before }) {
      await rowOf(userId, id);
      const limit = limits.deliveriesPage;
      const rows = await deliveriesOf(reader, userId, id, { before, limit: limit + 1 });
      const deliveries = rows.slice(0, limit).map(presentDelivery);
      return { deliveries, hasMore: rows.length > limit };
    },
    async replay(userId, { id, deliveryId }) {
      const row = await rowOf(userId, id);
      if (!isListening(row)) throw new Failure("integration.not_active");
      const which = { userId, integrationId: id, id: deliveryId };
      if (!(await core.execute("delivery.replay", which))) throw new Failure("delivery.not_found");
      const delivery = await deliveryById(reader, userId, deliveryId);
      if (!delivery) throw new Failure("delivery.not_found");
      return presentDelivery(delivery);
    },
  };
}

/** Returns the columns that a change sets. */
function columnsOf(
  core: IntegrationContext,
  row: IntegrationRow,
  {
    adapter,
    state,
    name,
    events,
    alerts,
    hasBrief,
  }: Omit<z.output<typeof changeIntegration.input>, "id"> & {
    adapter: IntegrationAdapter | undefined;
  },
) {
  const isResumed = state === "active" && row.state === "paused";
  const isPaused = state === "paused" && row.state !== "paused";
  return {
    ...((isResumed || isPaused) && { state, reason: "" }),
    ...(name !== undefined && { name }),
    ...(events !== undefined && { events_json: JSON.stringify([...new Set(events)]) }),
    ...(adapter?.deliversBriefs && { brief_from: briefFromOf(core, row, hasBrief) }),
    // Without rules every event is delivered, and there is nothing to change.
    ...(alerts && row.alerts_json !== "" && { alerts_json: JSON.stringify(alerts) }),
  };
}

async function tried(
  core: IntegrationContext,
  adapter: IntegrationAdapter,
  row: IntegrationRow,
): Promise<Outcome> {
  try {
    return await adapter.test(opened(core, row));
  } catch (error) {
    core.log.warn({ err: error, kind: adapter.kind }, "testing an integration failed");
    return { result: "later", answer: "It could not be reached." };
  }
}

/** Stores the state after a test, but resumes nothing that was paused or disconnected. */
async function recordTest(
  { execute }: IntegrationContext,
  { user_id: userId, id, state }: IntegrationRow,
  { result, answer }: Outcome,
): Promise<void> {
  if (result === "gone") {
    await execute("integration.change", { userId, id, set: { state: "revoked", reason: answer } });
  } else if (result === "delivered" && state === "failed") {
    await execute("integration.change", { userId, id, set: { state: "active", reason: "" } });
  } else if ((result === "later" || result === "refused") && state === "active") {
    await execute("integration.change", { userId, id, set: { state: "failed", reason: answer } });
  }
}

function present(row: IntegrationRow, adapter: IntegrationAdapter | undefined): Integration {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    state: row.state,
    reason: row.reason,
    events: eventsOf(row),
    alerts: readAlerts(row.alerts_json),
    hasBrief: adapter?.deliversBriefs ? row.brief_from > 0 : null,
    target: adapter?.describe(unopened(row)) ?? "",
    createdAt: new Date(row.created_at).toISOString(),
  };
}

function presentDelivery(row: DeliveryRow): Delivery {
  return {
    id: row.id,
    kind: row.kind,
    eventId: row.event_id,
    state: row.state,
    attempts: row.attempts,
    answer: row.answer,
    link: row.link,
    at: new Date(row.created_at).toISOString(),
    nextAt: row.state === "waiting" ? new Date(row.next_at).toISOString() : null,
  };
}
