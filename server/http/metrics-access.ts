import { createHash, timingSafeEqual } from "node:crypto";
import { isIPv4 } from "node:net";
import type { FastifyRequest } from "fastify";

export interface MetricsAccess {
  /** Token that is required to read metrics; null: only this machine can read them. */
  token: string | null;
  trustProxy: readonly string[];
  /** Origin under which users reach the server, if it differs from the one that the server listens on. */
  publicUrl: string | null;
}

/**
 * Returns true if the request may read the metrics: with the token or, without a configured one, from this machine. A proxy on
 * this machine also calls from here, for any client: if anything indicates a proxy, only a token counts.
 */
export function mayReadMetrics(request: FastifyRequest, access: MetricsAccess): boolean {
  if (access.token !== null) return shows(request, access.token);
  const isBehindProxy =
    access.trustProxy.length > 0 ||
    (access.publicUrl !== null && !isLoopbackName(new URL(access.publicUrl).hostname)) ||
    proxyHeaders.some((name) => request.headers[name] !== undefined) ||
    // The version that nginx uses for the server behind it, by default.
    request.raw.httpVersion === "1.0";
  // Another host name indicates a page of another site, whose name was made to resolve to this machine (DNS rebinding).
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
