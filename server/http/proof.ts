import type { FastifyReply } from "fastify";
import type { Proof } from "#/auth/confirm-password.ts";
import type { Caller } from "#/auth/sessions.ts";

/** Returns the proof of a caller who was asked for the password again. */
export function proofOf(
  { password }: { password: string },
  { caller, request }: { caller: Caller; request: { ip: string } },
): Proof {
  const { userId, sessionId } = caller;
  return { userId, sessionId, password, address: request.ip };
}

/** Prevents caching of secrets that are shown once. */
export function unkept<Answer>(reply: FastifyReply, answer: Answer): Answer {
  reply.header("cache-control", "no-store");
  return answer;
}
