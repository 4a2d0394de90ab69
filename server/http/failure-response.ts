import { type ErrorCode, errors } from "@inlet/contract/errors.ts";
import { ZodError } from "zod";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { diskError } from "#/base/disk-failure.ts";
import { Failure } from "#/base/failure.ts";
import type { Log } from "#/base/log.ts";
import { ClientDisconnected } from "./disconnect-signal.ts";

/** Status code that servers log if the client disconnected. It is never sent. */
const clientClosedRequest = 499;

/** Returns an error handler that responds with the failure's code and message. The cause is only logged. */
export function failureAnswer(
  log: Log,
): (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply {
  return (error, request, reply) => {
    if (error instanceof ClientDisconnected) {
      request.failedWith = "gone";
      return reply.code(clientClosedRequest).send();
    }
    const code = codeOf(error);
    request.failedWith = code;
    if (code === "internal") {
      log.error({ err: error, method: request.method, route: request.routeOptions.url }, "bug");
    }
    return answerFailure(reply, code, fieldOf(error));
  };
}

/** Returns the path of the first invalid field of the input, or undefined. */
function fieldOf(error: unknown): string | undefined {
  const cause = error instanceof Failure ? error.cause : undefined;
  const path = cause instanceof ZodError ? cause.issues[0]?.path.join(".") : undefined;
  return path?.slice(0, 100) || undefined;
}

/** Responds with one failure of the error catalog. */
export function answerFailure(reply: FastifyReply, code: ErrorCode, field?: string): FastifyReply {
  const { status, message } = errors[code];
  return reply
    .code(status)
    .header("cache-control", "no-store")
    .removeHeader("content-disposition")
    .type("application/json; charset=utf-8")
    .send(JSON.stringify({ code, message, field }));
}

function codeOf(error: unknown): ErrorCode {
  if (error instanceof Failure) return error.code;
  // Files are written outside the command bus.
  const diskFailure = diskError(error);
  if (diskFailure !== null) return diskFailure;
  // Errors of the framework itself: malformed JSON, another media type, a body over the limit.
  const status = error instanceof Error ? (error as Partial<FastifyError>).statusCode : undefined;
  if (status === 413) return "request.too_large";
  if (status === 429) return "request.too_many";
  return status && status >= 400 && status < 500 ? "input.invalid" : "internal";
}

const notHttpBody = JSON.stringify({
  code: "input.invalid",
  message: errors["input.invalid"].message,
});

/** The whole response to bytes that are not an HTTP request: Fastify creates no reply for them. */
export const notHttpAnswer: string = [
  "HTTP/1.1 400 Bad Request",
  "content-type: application/json; charset=utf-8",
  `content-length: ${Buffer.byteLength(notHttpBody)}`,
  "connection: close",
  "",
  notHttpBody,
].join("\r\n");
