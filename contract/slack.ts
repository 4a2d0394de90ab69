import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { line } from "./fields.ts";

/** A Slack workspace that the person linked. */
export const SlackWorkspace = z.object({
  slack_team_id: z.string(),
  slack_team_name: z.string(),
  slack_bot_user_id: z.string(),
  slack_user_id: z.string(),
  created_at: z.string(),
});
export type SlackWorkspace = z.infer<typeof SlackWorkspace>;

/** The caller's workspaces, and whether this server can link any. */
export const listSlackWorkspaces = endpoint({
  method: "GET",
  path: "/api/slack/accounts",
  access: "user",
  scope: "read",
  input: z.object({}),
  output: z.object({
    success: z.literal(true),
    accounts: z.array(SlackWorkspace),
    /** False: whoever runs this server has not registered Inlet with Slack. */
    isSetUp: z.boolean(),
  }),
  errors: [],
});

/** The page at Slack where the browser goes to link a workspace. */
export const slackOauthUrl = endpoint({
  method: "GET",
  path: "/api/slack/oauth-url",
  access: "user",
  scope: null,
  input: z.object({}),
  output: z.object({ url: z.string() }),
  errors: ["slack.not_configured", "slack.not_available"],
});

/** Team ids are known to everybody in a workspace: only the caller's own link is undone. */
export const disconnectSlack = endpoint({
  method: "DELETE",
  path: "/api/slack/disconnect/{slack_team_id}",
  access: "user",
  scope: null,
  input: z.object({ slack_team_id: line(100).min(1) }),
  output: z.object({ success: z.literal(true) }),
  errors: ["slack.not_connected"],
});
