import { limits } from "@inlet/contract/limits.ts";
import { apiClientLimits } from "@inlet/contract/auth/api-client-limits.ts";
import type { FastifyRequest } from "fastify";
import { Failure } from "#/base/failure.ts";
import type { Api } from "#/http/api.ts";
import { findCaller } from "#/http/caller.ts";
import { recordCall, recordUnreadCall } from "#/http/record-call.ts";
import { isLoopback } from "#/http/session-cookie.ts";

const path = "/mcp";

/**
 * Serves the Model Context Protocol (Streamable HTTP, stateless) to API clients. Each tool calls the API with the client's token,
 * and so has the same rights. The library is loaded by the first request.
 */
export function mcpRoute(api: Api, options: { publicUrl: string | null; version: string }): void {
  const { server } = api;
  server.route({
    method: "POST",
    url: path,
    bodyLimit: limits.requestBodyBytes,
    onRequest: async (request, reply) => {
      refuseOtherSites(request, options.publicUrl);
      const caller = await findCaller(api, request);
      if (!caller?.program) {
        reply.header("www-authenticate", 'Bearer realm="Inlet"');
        throw new Failure("session.required");
      }
      request.caller = caller;
      request.asked = { ...asMcp };
    },
    onSend: async (request, reply) => recordUnreadCall(api, request, reply),
    onResponse: async (request) => recordCall(api, request),
    config: {
      rateLimit: {
        max: apiClientLimits.mcpPerMinute,
        timeWindow: 60_000,
        keyGenerator: (request: FastifyRequest) => request.caller?.sessionId ?? request.ip,
      },
    },
    async handler(request, reply) {
      const { body, caller } = request;
      // Newer versions of the protocol have no batches. One request of a batch could hold thousands.
      if (typeof body !== "object" || body === null || Array.isArray(body) || !caller?.program) {
        throw new Failure("input.invalid");
      }
      request.asked = askedFor(body);
      const { answerMcp } = await import("#/http/mcp/answer-mcp.ts");
      const { program } = caller;
      const answer = await answerMcp(api, request, { caller, program, version: options.version });
      return reply
        .code(answer.status)
        .headers(Object.fromEntries(answer.headers))
        .header("cache-control", "no-store")
        .send(answer.body === null ? undefined : await answer.text());
    },
  });
  server.route({
    method: ["GET", "DELETE"],
    url: path,
    async handler(_request, reply) {
      reply.header("allow", "POST");
      throw new Failure("mcp.method");
    },
  });
}

const ownWords = new Set([
  "initialize",
  "notifications/initialized",
  "notifications/cancelled",
  "ping",
  "tools/list",
]);
const asMcp = { name: "mcp", scope: "read", accountId: null } as const;

/**
 * Returns the log entry of a request; null for tools, whose API calls are logged one by one. Only methods of the protocol are
 * named.
 */
function askedFor(message: object): FastifyRequest["asked"] {
  const method = "method" in message ? String(message.method) : "";
  if (method === "tools/call") return null;
  return { ...asMcp, name: ownWords.has(method) ? `mcp ${method}` : "mcp" };
}

/**
 * Refuses pages of other sites. Browsers send the origin of the page, API clients send none. The name server of another site may
 * resolve its name to this server (DNS rebinding), so the host in the request proves nothing.
 */
function refuseOtherSites({ headers: { origin } }: FastifyRequest, publicUrl: string | null): void {
  if (origin === undefined) return;
  const isOwn = publicUrl !== null && origin === new URL(publicUrl).origin;
  const isHere = publicUrl === null && URL.canParse(origin) && isLoopback(new URL(origin).hostname);
  if (!isOwn && !isHere) throw new Failure("mcp.origin");
}
