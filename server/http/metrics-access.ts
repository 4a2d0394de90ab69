import { createHash, timingSafeEqual } from "node:crypto";
import { isIPv4 } from "node:net";
import type { FastifyRequest } from "fastify";

export interface MetricsAccess {
  /** What figures are read with; null: they are this machine's alone. */
  token: string | null;
  trustProxy: readonly string[];
  /** The origin under which people reach the server, when it is not the one that it listens on. */
  publicUrl: string | null;
}

/**
 * Whether this call may read the figures of the server: with the token, or, where there is none, from this machine. A
 * proxy on this machine calls from here too, for whoever calls it: where anything speaks of one, only a token counts.
 */
export function mayReadMetrics(request: FastifyRequest, access: MetricsAccess): boolean {
  if (access.token !== null) return shows(request, access.token);
  const isBehindProxy =
    access.trustProxy.length > 0 ||
    (access.publicUrl !== null && !isLoopbackName(new URL(access.publicUrl).hostname)) ||
    proxyHeaders.some((name) => request.headers[name] !== undefined) ||
    // What nginx speaks to the server behind it, unless told otherwise.
    request.raw.httpVersion === "1.0";
  // Under another name a page elsewhere asks, by a name that was made to point here.
  const name = URL.parse(`http://${request.headers.host}`)?.hostname ?? "";
  return !isBehindProxy && isLoopback(request.socket.remoteAddress ?? "") && isLoopbackName(name);
}

const proxyHeaders = [
  "forwarded",
  "via",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
];

function shows(request: FastifyRequest, token: string): boolean {
  const [, bearer = ""] =
    /^Bearer +([\w-]{1,200})$/i.exec(request.headers.authorization ?? "") ?? [];
  return timingSafeEqual(hashOf(bearer), hashOf(token));
}

function hashOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function isLoopback(address: string): boolean {
  const plain = address.replace(/^::ffff:/, "");
  return plain === "::1" || (isIPv4(plain) && plain.startsWith("127."));
}

function isLoopbackName(name: string): boolean {
  return name === "localhost" || isLoopback(name.replace(/^\[(.*)\]$/, "$1"));
}
