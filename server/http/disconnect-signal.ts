import type { FastifyReply } from "fastify";

/** The client disconnected: the response cannot arrive, and nothing went wrong. */
export class ClientDisconnected extends Error {
  override name = "ClientDisconnected";
  constructor() {
    super("The client disconnected.");
  }
}

/** Returns a signal that aborts with `ClientDisconnected` when the client disconnects. */
export function disconnectSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  const abort = () => {
    if (!reply.raw.writableFinished) gone.abort(new ClientDisconnected());
  };
  // The client may have disconnected already, during the lookup of the account.
  if (reply.raw.destroyed) abort();
  else reply.raw.once("close", abort);
  return gone.signal;
}
