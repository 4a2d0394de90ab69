import {
  disconnectSlack,
  finishSlack,
  listSlackChannels,
  listSlackWorkspaces,
  placeSlack,
  slackOauthUrl,
} from "@inlet/contract/slack.ts";
import { limits } from "@inlet/contract/limits.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Api } from "#/http/api.ts";
import { route } from "#/http/route.ts";
import type { Services } from "#/http/services.ts";

/** The page that Slack sends the browser back to. */
const backPath = "/app/connected";

/** Workspaces of Slack, as their owners deal with them. */
export function slackRoutes(api: Api, { publicUrl }: { publicUrl: string | null }): void {
  const { slack } = api.services;

  route(api, listSlackWorkspaces, async (_input, { caller }) => ({
    success: true as const,
    accounts: await slack.list(caller.userId),
    isSetUp: slack.isSetUp,
  }));

  route(api, slackOauthUrl, async (_input, { caller, request }) => ({
    url: await slack.begin(caller, (publicUrl ?? originOf(request)) + backPath),
  }));

  route(api, finishSlack, async ({ query }, { caller }) => ({
    workspace: await slack.finish(caller, query),
  }));

  route(api, listSlackChannels, async ({ slack_team_id: teamId }, { caller }) => ({
    channels: await slack.channels(caller.userId, teamId),
  }));

  route(api, placeSlack, async (chosen, { caller }) => ({
    workspace: await slack.place(caller.userId, chosen),
  }));

  route(api, disconnectSlack, async ({ slack_team_id: teamId }, { caller }) => {
    await slack.disconnect(caller.userId, teamId);
    return { success: true as const };
  });

  takeRequests(api, "/api/slack/interactions", slack.interaction);
  takeRequests(api, "/api/slack/events", slack.event);
}

/**
 * Where Slack itself asks: no session is needed, and nothing is believed that it did not sign. Answered before what is
 * told to Slack in turn, for it waits three seconds.
 */
function takeRequests(
  { server, log }: Api,
  path: string,
  receive: Services["slack"]["event"],
): void {
  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The signature is that of the bytes, so nothing reads them before.
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
        // It may take as long as a model does; a failure is the log's.
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

/** The address under which the page was loaded; Slack accepts only those that the host has registered. */
function originOf(request: FastifyRequest): string {
  const { origin } = request.headers;
  return origin && URL.canParse(origin) ? origin : `${request.protocol}://${request.host}`;
}
