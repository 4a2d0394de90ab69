import type { UserId } from "@inlet/contract/ids.ts";
import { z } from "zod";
import { opened, unopened } from "#/integrations/core/connections.ts";
import type { IntegrationContext } from "#/integrations/core/context.ts";
import type { Connection } from "#/integrations/core/adapter.ts";
import type { IntegrationRow } from "#/store/integrations/schema.ts";
import { integrationsOf } from "#/store/integrations/queries.ts";
import { type SlackApi, slackApi, type SlackSettings } from "./slack-api.ts";

/** Unencrypted settings of a link. The token is its secret. */
export const WorkspaceConfig = z.object({
  teamName: z.string(),
  botUserId: z.string(),
  /** The user's id in Slack: no other Slack user acts for them. */
  userId: z.string(),
  scopes: z.array(z.string()),
  /**
   * Null: nothing is posted. `id` is that of the conversation; `isDirect` is true for the one of the app with this user only.
   */
  place: z.object({ id: z.string(), name: z.string(), isDirect: z.boolean() }).nullable(),
});
export type WorkspaceConfig = z.infer<typeof WorkspaceConfig>;

/** Dependencies of this adapter besides the common ones; null settings: the host did not register Inlet with Slack. */
export interface SlackContext extends IntegrationContext {
  slack: SlackSettings | null;
}

/** A link without its secret. */
export interface Workspace extends Omit<Connection, "secret" | "config"> {
  config: WorkspaceConfig;
  state: IntegrationRow["state"];
  hasBrief: boolean;
  createdAt: number;
}

/** Returns the user's workspaces, the oldest first. */
export async function workspacesOf(
  { database }: Pick<IntegrationContext, "database">,
  userId: UserId,
): Promise<Workspace[]> {
  const rows = await integrationsOf(database.reader, userId, "slack");
  return rows.map((row) => {
    const link = unopened(row);
    const config = WorkspaceConfig.parse(link.config);
    const { state, created_at: createdAt } = row;
    return { ...link, config, state, hasBrief: row.brief_from > 0, createdAt };
  });
}

/** Returns the user's link with this workspace, and its token; null if it does not exist. */
export async function linkWith(
  core: Pick<IntegrationContext, "database" | "box">,
  userId: UserId,
  teamId: string,
): Promise<{ row: IntegrationRow; connection: Connection; config: WorkspaceConfig } | null> {
  const rows = await integrationsOf(core.database.reader, userId, "slack");
  const row = rows.find((one) => one.external_id === teamId);
  if (!row) return null;
  const connection = opened(core, row);
  return { row, connection, config: WorkspaceConfig.parse(connection.config) };
}

/** Returns Slack's API for this link. Throws if the host removed its Slack settings. */
export function apiOf(
  core: SlackContext,
  { secret }: Pick<Connection, "secret">,
): Promise<SlackApi> {
  if (core.slack === null) throw new Error("Slack is not set up.");
  return slackApi(core, core.slack, secret);
}
