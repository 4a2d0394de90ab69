import type { Api } from "@inlet/contract/api.ts";
import type { SlackWorkspace } from "@inlet/contract/slack.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "#/api/client.ts";

/** What is read of the answer: a list, or one workspace spelled on its own. */
export type SlackAnswer = Partial<Api["GET /api/slack/accounts"]["output"]> & {
  slack_team_id?: string;
  SlackName?: string;
};

/** The Slack workspaces that are linked, and whether this server can link any. What cannot be read is none. */
export const slackQuery = queryOptions({
  queryKey: ["slack"],
  queryFn: async ({ signal }) => {
    try {
      return readSlack(await call("GET /api/slack/accounts", {}, { signal }));
    } catch (error) {
      if (signal.aborted) throw error;
      // The server has it in its log; without Slack there is all the rest of the app.
      return readSlack({});
    }
  },
});

/** Both shapes of the answer as one. */
export function readSlack(answer: SlackAnswer): { workspaces: SlackWorkspace[]; isSetUp: boolean } {
  const isSetUp = answer.isSetUp ?? false;
  if (answer.accounts) return { workspaces: answer.accounts, isSetUp };
  if (!answer.slack_team_id) return { workspaces: [], isSetUp };
  const single = {
    slack_team_id: answer.slack_team_id,
    slack_team_name: answer.SlackName ?? "",
    slack_bot_user_id: "",
    slack_user_id: "",
    created_at: "",
  };
  return { workspaces: [single], isSetUp };
}
