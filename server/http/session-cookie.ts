import type { FastifyReply, FastifyRequest } from "fastify";
import type { Visitor } from "#/auth/sessions.ts";
import { languageOfRequest } from "#/http/request-language.ts";

/** The cookie's name where it is Secure, and where the browser would not keep a Secure one. */
export const cookieNames = ["__Host-inlet", "inlet"] as const;
/** The same of what binds a sign-in at a provider to the browser that set out. */
export const socialCookies = ["__Host-inlet-social", "inlet-social"] as const;
/** The same of what binds the challenge of a passkey to the browser that asked for it. */
export const passkeyCookies = ["__Host-inlet-passkey", "inlet-passkey"] as const;

/** Browsers name themselves with headers that no script can set or remove (Fetch Metadata); programs send neither. */
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
    // As long as browsers keep any.
    maxAge: 400 * 24 * 3600,
  });
}

/** Gives the browser its half of the session. Returns false where that half travels without encryption. */
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
  /** `lax`: it comes along when another site leads back here, as a provider does. */
  sameSite?: "strict" | "lax";
  /** Origin under which users reach the server; by default that of the request. */
  origin?: string;
}

/** Gives the browser a value that no script can read and no other site can use. Returns false where it travels unencrypted. */
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

/** Takes it back, under both names. */
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
  // Behind a proxy that is not declared, the page's own origin knows better than the connection.
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
