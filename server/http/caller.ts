import type { FastifyRequest } from "fastify";
import type { Caller, Credentials } from "#/auth/sessions.ts";
import type { Api } from "#/http/api.ts";
import { cookieNames } from "#/http/session-cookie.ts";

/** Returns the caller identified by the bearer token (RFC 6750) and cookie of the request, or null. */
export async function findCaller(api: Api, request: FastifyRequest): Promise<Caller | null> {
  const credentials = credentialsOf(request);
  return credentials && api.auth.callerOf(credentials);
}

/** Returns the session's credentials in the request, or null if it has none. */
export function credentialsOf(request: FastifyRequest): Credentials | null {
  const [, bearer] = /^Bearer +([\w-]{1,200})$/i.exec(request.headers.authorization ?? "") ?? [];
  if (!bearer) return null;
  const cookies = cookieNames.flatMap((name) => request.cookies[name] ?? []);
  return { bearer, cookies };
}
