import type { FastifyReply } from "fastify";

/** Nobody waits any more for what was asked. */
export function untilGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once("close", () => gone.abort());
  return gone.signal;
}
