import type { UserId } from "@inlet/contract/ids.ts";
import type { SlackWorkspace } from "@inlet/contract/integrations/slack.ts";
import { Failure } from "#/base/failure.ts";
import type { IntegrationContext } from "#/integrations/core/context.ts";
import type { IntegrationManager } from "#/integrations/core/manage.ts";
import { workspacesOf } from "./workspace.ts";

/** Returns the user's workspaces as Settings shows them, the oldest first. */
export async function listWorkspaces(
  core: Pick<IntegrationContext, "database">,
  manager: Pick<IntegrationManager, "list">,
  userId: UserId,
): Promise<SlackWorkspace[]> {
  const { integrations } = await manager.list(userId, "slack");
  return (await workspacesOf(core, userId)).flatMap((workspace) => {
    const integration = integrations.find(({ id }) => id === workspace.id);
    if (!integration) return [];
    const { teamName, botUserId, userId: slackUserId, place } = workspace.config;
    return {
      slack_team_id: workspace.externalId,
      slack_team_name: teamName,
      slack_bot_user_id: botUserId,
      slack_user_id: slackUserId,
      created_at: new Date(workspace.createdAt).toISOString(),
      integration,
      // In the API, the id of the user's direct messages is "".
      place: place && { id: place.isDirect ? "" : place.id, name: place.name },
      hasBrief: workspace.hasBrief,
    };
  });
}

/** Returns the user's workspace with this id. Throws slack.not_connected. */
export async function readWorkspace(
  core: Pick<IntegrationContext, "database">,
  manager: Pick<IntegrationManager, "list">,
  { userId, teamId }: { userId: UserId; teamId: string },
): Promise<SlackWorkspace> {
  const workspaces = await listWorkspaces(core, manager, userId);
  const found = workspaces.find(({ slack_team_id: id }) => id === teamId);
  if (!found) throw new Failure("slack.not_connected");
  return found;
}
