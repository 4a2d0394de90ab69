import type { FastifyRequest } from "fastify";
import { Failure } from "#/base/fail.ts";

/** Under what a call may come again; "" when it names nothing. */
export function idempotencyKeyOf(request: FastifyRequest): string {
  const key = request.headers["idempotency-key"] ?? "";
  if (typeof key !== "string" || key.length > 200) throw new Failure("input.invalid");
  return key;
}
