import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { line } from "../fields.ts";
import { Integration } from "./integrations.ts";

const team = line(100).min(1);

/** The destination of posts: a channel, or "" for the user's direct messages with Inlet. */
export const SlackPlace = z.object({ id: line(100), name: z.string() });
export type SlackPlace = z.infer<typeof SlackPlace>;

/** A Slack workspace that the user linked. */
export const SlackWorkspace = z.object({
  slack_team_id: z.string(),
  slack_team_name: z.string(),
  slack_bot_user_id: z.string(),
  slack_user_id: z.string(),
  created_at: z.string(),
  /** Its state, and the mail it notifies of. */
  integration: Integration,
  /** Null until the user chooses a channel; nothing is posted until then. */
  place: SlackPlace.nullable(),
  /** True if the daily brief is posted there too. */
  hasBrief: z.boolean(),
});
export type SlackWorkspace = z.infer<typeof SlackWorkspace>;

/** Lists the caller's workspaces, and reports whether this server can link any. */
export const listSlackWorkspaces = endpoint({
  method: "GET",
  path: "/api/slack/accounts",
  access: "user",
  scope: "read",
  input: z.object({}),
  output: z.object({
    success: z.literal(true),
    accounts: z.array(SlackWorkspace),
    /** False if the operator has not registered Inlet with Slack. */
    isSetUp: z.boolean(),
  }),
  errors: [],
});

/** Returns the page at Slack that the browser opens to link a workspace. */
export const slackOauthUrl = endpoint({
  method: "GET",
  path: "/api/slack/oauth-url",
  access: "user",
  scope: null,
  input: z.object({}),
  output: z.object({ url: z.string() }),
  errors: ["slack.not_configured"],
});

/** Takes the query of Slack's redirect. Works once, in the session that requested the page. */
export const finishSlack = endpoint({
  method: "POST",
  path: "/api/slack/oauth/finish",
  access: "user",
  scope: null,
  input: z.object({ query: line(8000) }),
  output: z.object({ workspace: SlackWorkspace }),
  errors: [
    "slack.not_configured",
    "slack.bad_state",
    "slack.denied",
    "slack.failed",
    "integration.too_many",
    "integration.limit",
  ],
});

/** Lists the channels of a workspace that messages can be posted to. */
export const listSlackChannels = endpoint({
  method: "GET",
  path: "/api/slack/channels/{slack_team_id}",
  access: "user",
  scope: null,
  input: z.object({ slack_team_id: team }),
  output: z.object({
    channels: z.array(z.object({ id: z.string(), name: z.string(), isPrivate: z.boolean() })),
  }),
  errors: ["slack.not_configured", "slack.not_connected", "slack.revoked", "slack.failed"],
});

/** Sets the destination of posts; `channelId` "" is the user's direct messages, null turns posting off. */
export const placeSlack = endpoint({
  method: "PUT",
  path: "/api/slack/channels/{slack_team_id}",
  access: "user",
  scope: null,
  input: z.object({
    slack_team_id: team,
    channelId: line(100).nullable().optional(),
    hasBrief: z.boolean().optional(),
  }),
  output: z.object({ workspace: SlackWorkspace }),
  errors: [
    "slack.not_configured",
    "slack.not_connected",
    "slack.revoked",
    "slack.no_channel",
    "slack.failed",
  ],
});

/** Disconnects only the caller's own link, because all members of a workspace know its team id. */
export const disconnectSlack = endpoint({
  method: "DELETE",
  path: "/api/slack/disconnect/{slack_team_id}",
  access: "user",
  scope: null,
  input: z.object({ slack_team_id: team }),
  output: z.object({ success: z.literal(true) }),
  errors: ["slack.not_connected"],
});
