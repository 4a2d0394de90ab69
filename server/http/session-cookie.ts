import type { FastifyReply, FastifyRequest } from "fastify";
import type { Visitor } from "#/auth/sessions.ts";
import { languageOfRequest } from "#/http/request-language.ts";

/** Names of the session cookie: with Secure, and for origins where browsers discard Secure cookies. */
export const cookieNames = ["__Host-inlet", "inlet"] as const;
/** Names of the cookie that binds a sign-in at a provider to the browser that started it. */
export const socialCookies = ["__Host-inlet-social", "inlet-social"] as const;
/** Names of the cookie that binds a passkey challenge to the browser that requested it. */
export const passkeyCookies = ["__Host-inlet-passkey", "inlet-passkey"] as const;

/**
 * Returns facts about the client. Browsers send headers that scripts can neither set nor remove (Fetch Metadata); API clients
 * send neither.
 */
export function visitorOf(request: FastifyRequest): Visitor {
  const { headers } = request;
  return {
    isBrowser: headers["sec-fetch-site"] !== undefined || headers.origin !== undefined,
    address: request.ip,
    userAgent: headers["user-agent"] ?? "",
    device: deviceOf(request),
    language: languageOfRequest(request),
  };
}

/** Cookies that identify a browser, under the same conditions as its half of a session. */
const deviceCookieNames = ["__Host-inlet-device", "inlet-device"] as const;

function deviceOf(request: FastifyRequest): string {
  const names = deviceCookieNames.map((name) => request.cookies[name] ?? "");
  return names.find((value) => /^[\w-]{43}$/.test(value)) ?? "";
}

/** Sets the cookie that identifies the browser at the next sign-in; signing out keeps it. */
export function setDeviceCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  device: string,
): void {
  const isSecure = keepsSecureCookies(request);
  reply.setCookie(deviceCookieNames[isSecure ? 0 : 1], device, {
    path: "/",
    httpOnly: true,
    secure: isSecure,
    sameSite: "strict",
    // 400 days, the maximum in browsers.
    maxAge: 400 * 24 * 3600,
  });
}

/** Sets the browser's part of the session as a cookie. Returns false if it is sent without encryption. */
export function setSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  value: string,
): boolean {
  return setCookie(request, reply, { names: cookieNames, value, maxAgeSeconds: 90 * 24 * 3600 });
}

interface OwnCookie {
  names: readonly [secure: string, plain: string];
  value: string;
  maxAgeSeconds: number;
  /** With `lax`, the cookie is also sent when another site, such as a provider, redirects here. */
  sameSite?: "strict" | "lax";
  /** Origin under which users reach the server; by default that of the request. */
  origin?: string;
}

/** Sets a cookie that scripts cannot read and other sites cannot use. Returns false if it is sent without encryption. */
export function setCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  { names, value, maxAgeSeconds, sameSite = "strict", origin }: OwnCookie,
): boolean {
  const isSecure = origin === undefined ? keepsSecureCookies(request) : isSecureOrigin(origin);
  reply.setCookie(names[isSecure ? 0 : 1], value, {
    path: "/",
    httpOnly: true,
    secure: isSecure,
    sameSite,
    maxAge: maxAgeSeconds,
  });
  return isSecure;
}

/** Clears the session cookie under both names. */
export function clearSessionCookies(reply: FastifyReply): void {
  reply.clearCookie(cookieNames[0], {
    path: "/",
    httpOnly: true,
    secure: true,
    sameSite: "strict",
  });
  reply.clearCookie(cookieNames[1], { path: "/", httpOnly: true, sameSite: "strict" });
}

/** Returns true if the page was loaded over https or from this machine. */
function keepsSecureCookies(request: FastifyRequest): boolean {
  const { origin } = request.headers;
  // Behind an unconfigured proxy, the page's origin is more accurate than the connection.
  const page = origin && URL.canParse(origin) ? origin : `${request.protocol}://${request.host}`;
  return isSecureOrigin(page);
}

/** Returns true if browsers keep Secure cookies of pages with this origin. */
export function isSecureOrigin(origin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname } = new URL(origin);
  return protocol === "https:" || isLoopback(hostname);
}

/** Returns true if the host name is that of this machine, which browsers trust without https. */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
}
