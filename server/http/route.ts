import { isDeepStrictEqual } from "node:util";
import type { Call } from "@inlet/contract/api.ts";
import type { Access, Endpoint, TokenScope } from "@inlet/contract/endpoint.ts";
import { commonErrors, type ErrorCode } from "@inlet/contract/errors.ts";
import { limits } from "@inlet/contract/limits.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import type { Caller } from "#/auth/sessions.ts";
import { Failure } from "#/base/failure.ts";
import { onBehalfOf, type Origin } from "#/base/origin.ts";
import type { Api } from "#/http/api.ts";
import { findCaller } from "#/http/caller.ts";
import { type FileAnswer, sendFile } from "#/http/files/send-file.ts";
import { rateLimitOf } from "#/http/rate-limit.ts";
import { beginCall, recordCall, recordUnreadCall } from "#/http/record-call.ts";
import { toolOf } from "#/http/mcp/tool-mark.ts";
import { readInput } from "#/http/read-input.ts";
import { accountOf, holdAnswer, holdInput } from "#/http/token-accounts.ts";

type CommonCode = (typeof commonErrors)[number];

interface Context<Code extends ErrorCode, Who extends Access> {
  /** The caller, whose session was checked. A signed address may come without one. */
  caller: Who extends "user" | "admin" ? Caller : Who extends "signed" ? Caller | null : null;
  /** Ends the call with a failure that the endpoint lists. */
  fail: (code: Code | CommonCode) => never;
  request: FastifyRequest;
  reply: FastifyReply;
}

type Handler<I extends z.ZodType, Answer, Code extends ErrorCode, Who extends Access> = (
  input: z.output<I>,
  context: Context<Code, Who>,
) => Promise<Answer>;

/** Serves a JSON endpoint of the contract, which defines the types of the handler's result and failures. */
export function route<
  I extends z.ZodType,
  O extends z.ZodType,
  Code extends ErrorCode,
  Who extends Access,
>(
  api: Api,
  endpoint: Endpoint<I, O, Code, Who>,
  handler: Handler<I, z.output<O>, Code, Who>,
): void {
  serve(api, endpoint, handler, async (reply, answer) => {
    if (api.checksAnswers) checkAnswer(endpoint, answer);
    return reply.type("application/json; charset=utf-8").send(JSON.stringify(answer));
  });
}

/** Serves an endpoint that responds with a file. */
export function fileRoute<
  I extends z.ZodType,
  O extends z.ZodType,
  Code extends ErrorCode,
  Who extends Access,
>(api: Api, endpoint: Endpoint<I, O, Code, Who>, handler: Handler<I, FileAnswer, Code, Who>): void {
  serve(api, endpoint, handler, sendFile);
}

/** Serves an endpoint whose handler sends the response itself, as text or as a stream. */
export function rawRoute<
  I extends z.ZodType,
  O extends z.ZodType,
  Code extends ErrorCode,
  Who extends Access,
>(
  api: Api,
  endpoint: Endpoint<I, O, Code, Who>,
  handler: Handler<I, FastifyReply, Code, Who>,
): void {
  serve(api, endpoint, handler, async (_reply, sent) => sent);
}

function serve<
  I extends z.ZodType,
  O extends z.ZodType,
  Code extends ErrorCode,
  Who extends Access,
  Answer,
>(
  api: Api,
  endpoint: Endpoint<I, O, Code, Who>,
  handler: Handler<I, Answer, Code, Who>,
  send: (reply: FastifyReply, answer: Answer) => Promise<FastifyReply>,
): void {
  const allowed = new Set<ErrorCode>([...endpoint.errors, ...commonErrors]);
  // Every served endpoint is in the contract under this name.
  const name = `${endpoint.method} ${endpoint.path}` as Call;
  api.server.route({
    method: endpoint.method,
    url: endpoint.path.replaceAll(/\{(\w+)\}/g, ":$1"),
    bodyLimit: bodyLimitOf(endpoint),
    // Checked before the body is read, so clients without a session cannot make the server hold 30 MiB.
    onRequest: async (request, reply) => {
      request.caller = endpoint.access === "anyone" ? null : await findCaller(api, request);
      const asksWho = endpoint.access === "user" || endpoint.access === "admin";
      if (asksWho && !request.caller) throw new Failure("session.required");
      request.asked = { name: toolOf(request) ?? name, scope: endpoint.scope, accountId: null };
      const { program } = request.caller ?? {};
      if (program) api.pace(program.id, (seconds) => void reply.header("retry-after", seconds));
      if (request.caller && !isGranted(request.caller.scopes, endpoint.scope)) {
        throw new Failure("token.scope");
      }
      if (endpoint.access === "admin" && !(await isAdmin(api, request.caller))) {
        throw new Failure("admin.required");
      }
    },
    onSend: async (request, reply) => recordUnreadCall(api, request, reply),
    onResponse: async (request) => recordCall(api, request),
    config: rateLimitOf(endpoint),
    // Each chunk of a live stream must leave at once, and a download states its size.
    ...(["stream", "file"].includes(endpoint.carrier) && { compress: false }),
    handler: async (request, reply) => onBehalfOf(originOf(request), () => answer(request, reply)),
  });

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const context: Context<Code, Who> = {
      // `onRequest` has set a caller exactly if the endpoint's access requires one.
      caller: request.caller as Context<Code, Who>["caller"],
      fail: (code) => {
        throw new Failure(code);
      },
      request,
      reply,
    };
    try {
      const { caller } = request;
      const read = readInput(endpoint, request);
      if (!caller?.program) return await send(reply, await handler(read, context));
      const called = { name, errors: endpoint.errors };
      const input = await holdInput(api.owners, called, caller, read);
      const about = { name, userId: caller.userId };
      const accountId = await accountOf(api.owners, about, input);
      if (request.asked) request.asked.accountId = accountId;
      await beginCall(api, request);
      const answered = await handler(input, context);
      return await send(reply, holdAnswer(name, caller, answered));
    } catch (error) {
      if (!(error instanceof Failure) || allowed.has(error.code)) throw error;
      const place = `${endpoint.method} ${endpoint.path}`;
      throw new Error(`${place} does not list ${error.code}.`, { cause: error });
    }
  }
}

/** Returns the user, the API client and the address of a request. */
function originOf({ ip, caller }: FastifyRequest): Origin {
  return { address: ip, userId: caller?.userId ?? "", programId: caller?.program?.id ?? "" };
}

/** Checked at every call, so a user who is removed as administrator loses access at once. */
async function isAdmin({ auth }: Api, caller: Caller | null): Promise<boolean> {
  return caller !== null && auth.administration.isAdmin(caller.userId);
}

/** Returns true if the caller has this scope: signed-in users have all, and "send" includes "draft". */
function isGranted(given: readonly TokenScope[] | null, needed: TokenScope | null): boolean {
  if (given === null) return true;
  if (needed === null) return false;
  return given.includes(needed) || (needed === "draft" && given.includes("send"));
}

/** Endpoints for texts of users, which may be long and are sent whole. */
const letters = new Set(["/email/send", "/email/drafts/{id}", "/contacts/cards"]);

function bodyLimitOf({ access, path }: { access: Access; path: string }): number {
  if (access === "anyone") return limits.strangerBodyBytes;
  return letters.has(path) ? limits.sendBodyBytes : limits.requestBodyBytes;
}

function checkAnswer(endpoint: { path: string; output: z.ZodType }, answer: unknown): void {
  const wire: unknown = JSON.parse(JSON.stringify(answer));
  const parsed = endpoint.output.safeParse(wire);
  if (!parsed.success) {
    throw new Error(`${endpoint.path} answers against its contract.`, { cause: parsed.error });
  }
  // Parsing drops fields that are not in the contract, so a difference is a leak.
  if (!isDeepStrictEqual(parsed.data, wire)) {
    throw new Error(`${endpoint.path} answers more than its contract names.`);
  }
}

declare module "fastify" {
  interface FastifyRequest {
    caller: Caller | null;
  }
}
