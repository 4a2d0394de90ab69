import type { FastifyReply } from "fastify";

/** Whoever asked is gone: nobody hears the answer, and nothing went wrong. */
export class CallerGone extends Error {
  override name = "CallerGone";
  constructor() {
    super("Nobody waits for this any more.");
  }
}

/** Aborts with CallerGone when nobody waits any more for the rest of what was asked. */
export function untilGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  const abort = () => {
    if (!reply.raw.writableFinished) gone.abort(new CallerGone());
  };
  // They may have left before this is asked, while it was looked up whose mail a program means.
  if (reply.raw.destroyed) abort();
  else reply.raw.once("close", abort);
  return gone.signal;
}
