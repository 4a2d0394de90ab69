import type { FastifyReply } from "fastify";

/** Whoever asked is gone: nobody hears the answer, and nothing went wrong. */
export class CallerGone extends Error {
  override name = "CallerGone";
  constructor() {
    super("Nobody waits for this any more.");
  }
}

/** Aborts with CallerGone when nobody waits any more for what was asked. */
export function untilGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once("close", () => gone.abort(new CallerGone()));
  return gone.signal;
}
