import { type Api as Contract, api as contract, type Call } from "@inlet/contract/api.ts";
import { type ErrorCode, errors } from "@inlet/contract/errors.ts";
import type { FastifyRequest } from "fastify";
import { Failure } from "#/base/failure.ts";
import type { Api } from "#/http/api.ts";
import { markOf } from "#/http/mcp/tool-mark.ts";

/** Calls the API on behalf of the API client. Throws the failure that the API returns. */
export type CallApi = <Name extends Call>(
  tool: string,
  name: Name,
  input: Contract[Name]["input"],
  headers?: Record<string, string>,
) => Promise<Contract[Name]["output"]>;

/** Returns a function that calls the API with the bearer of this request, so every check applies here, to each call. */
export function callApi({ server }: Api, request: FastifyRequest): CallApi {
  const { authorization = "" } = request.headers;
  return async (tool, name, input, headers = {}) => {
    const { method, path } = contract[name];
    const rest: Record<string, unknown> = { ...input };
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => {
      const value = String(rest[parameter]);
      delete rest[parameter];
      return encodeURIComponent(value);
    });
    const isInAddress = method === "GET" || method === "DELETE";
    const answer = await server.inject({
      method,
      url: filled,
      remoteAddress: request.ip,
      headers: { ...headers, ...markOf(tool), authorization },
      ...(isInAddress ? { query: queryOf(rest) } : { payload: rest }),
    });
    const body: unknown = JSON.parse(answer.body);
    if (answer.statusCode !== 200) throw new Failure(codeIn(body));
    // The handlers determine the type of the API's response.
    return body as never;
  };
}

function queryOf(fields: Record<string, unknown>): Record<string, string> {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  // These endpoints accept only strings, numbers and booleans in the query.
  return Object.fromEntries(
    given.map(([name, value]) => [name, String(value as string | number | boolean)]),
  );
}

function codeIn(body: unknown): ErrorCode {
  const code = typeof body === "object" && body !== null && "code" in body ? body.code : null;
  return isCode(code) ? code : "internal";
}

function isCode(code: unknown): code is ErrorCode {
  return typeof code === "string" && Object.hasOwn(errors, code);
}
