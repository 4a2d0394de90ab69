import type { FastifyRequest } from "fastify";
import type { Caller, Credentials } from "#/auth/sessions.ts";
import type { Api } from "#/http/api.ts";
import { cookieNames } from "#/http/session-cookie.ts";

/** The caller behind the request's bearer (RFC 6750) and cookie, or null. */
export async function findCaller(api: Api, request: FastifyRequest): Promise<Caller | null> {
  const credentials = credentialsOf(request);
  return credentials && api.auth.callerOf(credentials);
}

/** What the request shows of a session, or null when it shows none. */
export function credentialsOf(request: FastifyRequest): Credentials | null {
  const [, bearer] = /^Bearer +([\w-]{1,200})$/i.exec(request.headers.authorization ?? "") ?? [];
  if (!bearer) return null;
  const cookies = cookieNames.flatMap((name) => request.cookies[name] ?? []);
  return { bearer, cookies };
}
