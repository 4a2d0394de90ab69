import { disconnectSlack, listSlackWorkspaces, slackOauthUrl } from "@inlet/contract/slack.ts";
import type { Api } from "#/http/api.ts";
import { route } from "#/http/route.ts";

/** What the page asks about Slack. No workspace can be linked to this server, and the answers say so. */
export function slackRoutes(api: Api): void {
  const { slack } = api.services;

  route(api, listSlackWorkspaces, async () => ({
    success: true as const,
    accounts: [],
    isSetUp: slack.isSetUp,
  }));

  route(api, slackOauthUrl, async (_input, { fail }) =>
    fail(slack.isSetUp ? "slack.not_available" : "slack.not_configured"),
  );

  route(api, disconnectSlack, async (_input, { fail }) => fail("slack.not_connected"));
}
