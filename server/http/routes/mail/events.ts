import { liveStream } from "@inlet/contract/events.ts";
import type { UserId } from "@inlet/contract/ids.ts";
import { limits } from "@inlet/contract/limits.ts";
import type { FastifyRequest } from "fastify";
import type { Api } from "#/http/api.ts";
import { credentialsOf } from "#/http/caller.ts";
import { eventStream } from "#/http/event-stream.ts";
import { rawRoute } from "#/http/route.ts";

const heartbeatMs = 25_000;

/** Route for the live stream of the caller's changes. */
export function eventRoutes(api: Api, { sessionCheckMs }: { sessionCheckMs: number }): void {
  const stopping = new AbortController();
  const open = new Map<UserId, number>();
  // Open streams would delay the server's shutdown.
  api.server.addHook("preClose", async () => stopping.abort());

  rawRoute(api, liveStream, async (_input, { caller, request, reply, fail }) => {
    const lastSeq = lastSeqOf(request) ?? fail("input.invalid");
    const others = open.get(caller.userId) ?? 0;
    if (others >= limits.eventStreams) fail("request.too_many");
    open.set(caller.userId, others + 1);
    reply.raw.once("close", () => {
      const rest = (open.get(caller.userId) ?? 1) - 1;
      if (rest > 0) open.set(caller.userId, rest);
      else open.delete(caller.userId);
    });
    const credentials = credentialsOf(request);
    const stream = eventStream(
      (signal) => api.live.subscribe(caller.userId, lastSeq.value, signal),
      {
        heartbeatMs,
        sessionCheckMs,
        isSessionValid: async () =>
          credentials !== null && (await api.auth.callerOf(credentials)) !== null,
        signal: stopping.signal,
      },
    );
    return (
      reply
        .type("text/event-stream; charset=utf-8")
        .header("cache-control", "no-store")
        // Prevents reverse proxies such as nginx from buffering the stream.
        .header("x-accel-buffering", "no")
        .send(stream)
    );
  });
}

function lastSeqOf(request: FastifyRequest): { value: number | null } | null {
  const id = request.headers["last-event-id"];
  if (id === undefined || id === "") return { value: null };
  return typeof id === "string" && /^\d{1,15}$/.test(id) ? { value: Number(id) } : null;
}
