import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import { Failure } from "#/base/failure.ts";

/** Returns the validated input of a call from path, query and body. The path overrides the body, the body the query. */
export function readInput<I extends z.ZodType>(
  endpoint: { input: I },
  request: FastifyRequest,
): z.output<I> {
  const { body } = request;
  if (body !== undefined && !isRecord(body)) throw new Failure("input.invalid");
  const parsed = endpoint.input.safeParse({
    ...asRecord(request.query),
    ...body,
    ...asRecord(request.params),
  });
  if (!parsed.success) throw new Failure("input.invalid", { cause: parsed.error });
  return parsed.data;
}

function asRecord(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
