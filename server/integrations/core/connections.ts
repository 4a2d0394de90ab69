import { IntegrationId, type UserId } from "@inlet/contract/ids.ts";
import type {
  AlertRules,
  EventKind,
  IntegrationKind,
} from "@inlet/contract/integrations/integrations.ts";
import { Failure } from "#/base/failure.ts";
import { randomId } from "#/base/random-id.ts";
import type { IntegrationRow } from "#/store/integrations/schema.ts";
import {
  integrationById,
  integrationsByExternal,
  integrationsOf,
} from "#/store/integrations/queries.ts";
import type { IntegrationContext } from "./context.ts";
import type { Connection } from "./adapter.ts";
import { requireQuota } from "#/store/users/require-quota.ts";

export interface NewConnection {
  kind: IntegrationKind;
  name: string;
  /** Id on the other side. The user's integration with the same id is connected again, under its own id. */
  externalId?: string;
  secret: string;
  config: object;
  events: readonly EventKind[];
  /** Absent: every event is delivered. */
  alerts?: AlertRules;
}

/** Creates or updates an integration. Throws integration.too_many. */
export async function connect(
  core: IntegrationContext,
  userId: UserId,
  request: NewConnection,
): Promise<IntegrationId> {
  const { kind, name, externalId = "", secret, config, events, alerts } = request;
  const own = externalId === "" ? [] : await integrationsOf(core.database.reader, userId, kind);
  const known = own.find((row) => row.external_id === externalId);
  const id = known?.id ?? IntegrationId.parse(randomId(core.clock.now()));
  if (!known) await requireQuota(core, userId, { connections: 1 });
  const isSaved = await core.execute("integration.save", {
    id,
    user_id: userId,
    kind,
    name,
    external_id: externalId,
    state: "active",
    reason: "",
    secret: secret === "" ? "" : core.box.encrypt(secret, placeOf(userId, id)),
    config_json: JSON.stringify(config),
    events_json: known?.events_json ?? JSON.stringify(events),
    alerts_json: known?.alerts_json ?? (alerts ? JSON.stringify(alerts) : ""),
  });
  if (!isSaved) throw new Failure("integration.too_many");
  return id;
}

/** Returns an integration of the user, with its decrypted secret. Throws integration.not_found. */
export async function connectionOf(
  core: Pick<IntegrationContext, "database" | "box">,
  userId: UserId,
  id: IntegrationId,
): Promise<Connection> {
  const row = await integrationById(core.database.reader, userId, id);
  if (!row) throw new Failure("integration.not_found");
  return opened(core, row);
}

/** Returns the user's integrations of a kind that are neither paused nor revoked. */
export async function connectionsOf(
  core: Pick<IntegrationContext, "database" | "box">,
  userId: UserId,
  kind: IntegrationKind,
): Promise<Connection[]> {
  const rows = await integrationsOf(core.database.reader, userId, kind);
  return rows.filter(isListening).map((row) => opened(core, row));
}

/** Returns the active integrations that the other side means with an id, when it calls this server. */
export async function connectionsByExternal(
  core: Pick<IntegrationContext, "database" | "box">,
  kind: IntegrationKind,
  externalId: string,
): Promise<Connection[]> {
  const rows = await integrationsByExternal(core.database.reader, kind, externalId);
  return rows.filter(isListening).map((row) => opened(core, row));
}

/** Saves a new secret or new settings. Throws integration.not_found. */
export async function changeConnection(
  core: Pick<IntegrationContext, "execute" | "box">,
  { userId, id }: Pick<Connection, "userId" | "id">,
  change: {
    name?: string;
    secret?: string;
    config?: object;
    events?: readonly EventKind[];
    briefFrom?: number;
  },
): Promise<void> {
  const { name, secret, config, events, briefFrom } = change;
  const isThere = await core.execute("integration.change", {
    userId,
    id,
    set: {
      ...(name !== undefined && { name }),
      ...(secret !== undefined && { secret: core.box.encrypt(secret, placeOf(userId, id)) }),
      ...(config !== undefined && { config_json: JSON.stringify(config) }),
      ...(events !== undefined && { events_json: JSON.stringify(events) }),
      ...(briefFrom !== undefined && { brief_from: briefFrom }),
    },
  });
  if (!isThere) throw new Failure("integration.not_found");
}

/**
 * Returns the time since which the brief is delivered there, after this change: turned on at noon, the next one is the first.
 */
export function briefFromOf(
  { clock }: Pick<IntegrationContext, "clock">,
  { brief_from: before }: Pick<IntegrationRow, "brief_from">,
  hasBrief: boolean | undefined,
): number {
  if (hasBrief === undefined) return before;
  return hasBrief ? before || clock.now() : 0;
}

/** Returns the integration without its secret, which lists do not need to decrypt. */
export function unopened(row: IntegrationRow): Omit<Connection, "secret"> {
  const config: unknown = JSON.parse(row.config_json);
  const { id, user_id: userId, kind, name, external_id: externalId } = row;
  return { id, userId, kind, name, externalId, config };
}

/** Returns the integration with its decrypted secret. */
export function opened(core: Pick<IntegrationContext, "box">, row: IntegrationRow): Connection {
  const secret = row.secret === "" ? "" : core.box.open(row.secret, placeOf(row.user_id, row.id));
  return { ...unopened(row), secret };
}

/** Returns true if the integration receives events. */
export function isListening({ state }: Pick<IntegrationRow, "state">): boolean {
  return state === "active" || state === "failed";
}

function placeOf(userId: UserId, rowId: string) {
  return { table: "integrations", userId, rowId, field: "secret" };
}
