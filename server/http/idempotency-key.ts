import type { FastifyRequest } from "fastify";
import { Failure } from "#/base/failure.ts";

/** Returns the idempotency key of the request; "" if it has none. */
export function idempotencyKeyOf(request: FastifyRequest): string {
  const key = request.headers["idempotency-key"] ?? "";
  if (typeof key !== "string" || key.length > 200) throw new Failure("input.invalid");
  return key;
}
