import type { QueryClient } from "@tanstack/react-query";
import { call } from "#/api/client.ts";
import { slackQuery } from "#/api/slack-queries.ts";
import { slackTexts as words } from "#/features/slack/slack-texts.ts";
import { setSlackOpen } from "#/state/commands/open-dialogs.ts";
import { notify } from "#/state/changes/toasts.ts";

/**
 * Finishes the OAuth flow with the query that Slack sent the browser back with, and opens the dialog for the remaining choices.
 */
export async function finishSlack(query: string, client: QueryClient): Promise<void> {
  const { workspace } = await call("POST /api/slack/oauth/finish", { query });
  await client.invalidateQueries({ queryKey: slackQuery.queryKey });
  notify(words.connected(workspace.slack_team_name || workspace.slack_team_id));
  setSlackOpen(true);
}
