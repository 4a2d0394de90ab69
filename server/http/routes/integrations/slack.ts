import { limits } from "@inlet/contract/limits.ts";
import {
  disconnectSlack,
  finishSlack,
  listSlackChannels,
  listSlackWorkspaces,
  placeSlack,
  slackOauthUrl,
} from "@inlet/contract/integrations/slack.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Api } from "#/http/api.ts";
import { route } from "#/http/route.ts";
import {
  beginLink,
  channelsOf,
  choosePlace,
  finishLink,
} from "#/integrations/slack/connect-workspace.ts";
import {
  receiveEvent,
  receiveInteraction,
  type Reception,
} from "#/integrations/slack/receive-interaction.ts";
import type { SignedRequest } from "#/integrations/slack/signature.ts";
import { listWorkspaces, readWorkspace } from "#/integrations/slack/workspaces.ts";

/** Page to which Slack redirects the browser. */
const backPath = "/app/connected";

/** Routes with which users manage their Slack workspaces. */
export function slackRoutes(api: Api, { publicUrl }: { publicUrl: string | null }): void {
  const { mail } = api;
  const { manager, settings, slackActions } = api.integrations;
  const core = { ...mail, slack: settings.slack };

  route(api, listSlackWorkspaces, async (_input, { caller }) => ({
    success: true as const,
    accounts: await listWorkspaces(core, manager, caller.userId),
    isSetUp: settings.slack !== null,
  }));

  route(api, slackOauthUrl, async (_input, { caller, request }) => ({
    url: await beginLink(core, caller, (publicUrl ?? originOf(request)) + backPath),
  }));

  route(api, finishSlack, async ({ query }, { caller }) => {
    const teamId = await finishLink(core, caller, query);
    return { workspace: await readWorkspace(core, manager, { userId: caller.userId, teamId }) };
  });

  route(api, listSlackChannels, async ({ slack_team_id: teamId }, { caller }) => ({
    channels: await channelsOf(core, caller.userId, teamId),
  }));

  route(api, placeSlack, async ({ slack_team_id: teamId, ...chosen }, { caller: { userId } }) => {
    await choosePlace(core, userId, { teamId, ...chosen });
    return { workspace: await readWorkspace(core, manager, { userId, teamId }) };
  });

  route(api, disconnectSlack, async ({ slack_team_id: teamId }, { caller: { userId } }) => {
    const { integration } = await readWorkspace(core, manager, { userId, teamId });
    await manager.remove(userId, integration.id);
    return { success: true as const };
  });

  takeRequests(api, "/api/slack/interactions", (request) =>
    receiveInteraction(core, slackActions, request),
  );
  takeRequests(api, "/api/slack/events", (request) => receiveEvent(core, request));
}

/**
 * Receives requests of Slack itself: no session is needed, but everything must have its signature. The response precedes any call
 * to Slack, as it waits three seconds.
 */
function takeRequests(
  { server, log }: Api,
  path: string,
  receive: (request: SignedRequest) => Promise<Reception>,
): void {
  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The signature covers the raw bytes, so the body is not parsed first.
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) =>
      done(null, body),
    );
    scope.post(
      path,
      { bodyLimit: limits.requestBodyBytes, config: { rateLimit: false } },
      async (request, reply) => {
        const reception = await receive({
          body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
          timestamp: headerOf(request, "x-slack-request-timestamp"),
          signature: headerOf(request, "x-slack-signature"),
        });
        if (reception === null) return reply.code(401).send();
        // This can take as long as a model does, so Slack does not wait for it. A failure is only logged.
        reception
          .after()
          .catch((error: unknown) => log.error({ err: error }, "handling a Slack request failed"));
        return sendAnswer(reply, reception.body);
      },
    );
  });
}

function sendAnswer(reply: FastifyReply, body: object | null): FastifyReply {
  if (body === null) return reply.code(200).send();
  return reply.type("application/json; charset=utf-8").send(JSON.stringify(body));
}

function headerOf({ headers }: FastifyRequest, name: string): string {
  const value = headers[name];
  return typeof value === "string" ? value : "";
}

/** Returns the origin of the page. Slack accepts only origins that the host has registered. */
function originOf(request: FastifyRequest): string {
  const { origin } = request.headers;
  return origin && URL.canParse(origin) ? origin : `${request.protocol}://${request.host}`;
}
