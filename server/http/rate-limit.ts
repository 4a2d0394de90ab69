import type { FastifyContextConfig, FastifyRequest } from "fastify";
import { addAccount, discoverAccount } from "@inlet/contract/accounts.ts";
import { proxiedImage } from "@inlet/contract/email.ts";
import { sendEmail, uploadFile } from "@inlet/contract/send.ts";
import { login, register } from "@inlet/contract/user.ts";

interface RateLimit {
  max: number;
  windowMs: number;
  by: "address" | "user";
}

const minute = 60_000;

/** Calls that cost much, or that reach out to other machines. Reading one's own mail is not limited. */
const rateLimits = new Map<object, RateLimit>([
  [register, { max: 100, windowMs: 60 * minute, by: "address" }],
  [login, { max: 120, windowMs: minute, by: "address" }],
  [addAccount, { max: 60, windowMs: 10 * minute, by: "user" }],
  [discoverAccount, { max: 120, windowMs: 10 * minute, by: "user" }],
  [sendEmail, { max: 300, windowMs: 10 * minute, by: "user" }],
  [uploadFile, { max: 600, windowMs: 10 * minute, by: "user" }],
  [proxiedImage, { max: 3000, windowMs: minute, by: "address" }],
]);

/** What the rate-limit plugin must know of an endpoint's route. */
export function rateLimitOf(endpoint: object): FastifyContextConfig {
  const limit = rateLimits.get(endpoint);
  if (!limit) return { rateLimit: false };
  return {
    rateLimit: {
      max: limit.max,
      timeWindow: limit.windowMs,
      ...(limit.by === "user" && { keyGenerator: userOf }),
    },
  };
}

function userOf(request: FastifyRequest): string {
  return request.caller?.userId ?? request.ip;
}
