import { once } from "node:events";
import { PassThrough, type Readable } from "node:stream";
import type { NumberedEvent } from "#/realtime/hub.ts";

export interface StreamOptions {
  heartbeatMs: number;
  /** Interval at which the session is checked; a stream whose session has ended is closed. */
  sessionCheckMs: number;
  stands: () => Promise<boolean>;
  /** Ends the stream when the server stops. */
  signal: AbortSignal;
}

/**
 * Events as text/event-stream. `follow` is asked for events until the reader leaves, the session ends or the
 * server stops; a slow reader holds back `follow`, not the server's memory.
 */
export function eventStream(
  follow: (signal: AbortSignal) => AsyncIterable<NumberedEvent>,
  options: StreamOptions,
): Readable {
  const stream = new PassThrough();
  const gone = new AbortController();
  const leave = () => gone.abort();
  const stop = () => {
    // Each reader another time: the server that comes next is not met by all of them at once.
    if (!stream.writableEnded) stream.write(`retry: ${reconnectMs()}\n\n`);
    leave();
  };

  const heartbeat = setInterval(() => {
    if (!stream.writableNeedDrain) stream.write(": still here\n\n");
  }, options.heartbeatMs);
  const sessionCheck = setInterval(() => {
    options.stands().then(
      (stands) => stands || leave(),
      // A database that cannot be asked cannot vouch for the session either.
      leave,
    );
  }, options.sessionCheckMs);
  gone.signal.addEventListener("abort", () => {
    clearInterval(heartbeat);
    clearInterval(sessionCheck);
    options.signal.removeEventListener("abort", stop);
    stream.end();
  });
  stream.once("close", leave);
  options.signal.addEventListener("abort", stop);
  if (options.signal.aborted) {
    stop();
    return stream;
  }

  copy(follow(gone.signal), stream, gone.signal).then(leave, (error: Error) => {
    stream.destroy(error);
  });
  return stream;
}

function reconnectMs(): number {
  return 500 + Math.floor(Math.random() * 2000);
}

async function copy(
  events: AsyncIterable<NumberedEvent>,
  stream: PassThrough,
  signal: AbortSignal,
): Promise<void> {
  // Sent at once, so the headers leave and the page knows that it is connected.
  stream.write(": connected\n\n");
  for await (const { seq, event } of events) {
    if (signal.aborted) return;
    const data = event ? `data: ${JSON.stringify(event)}\n` : "";
    if (!stream.write(`id: ${seq}\n${data}\n`)) await drained(stream, signal);
  }
}

async function drained(stream: PassThrough, signal: AbortSignal): Promise<void> {
  try {
    await once(stream, "drain", { signal });
  } catch (error) {
    // The reader left: the caller sees the signal and stops.
    if (!signal.aborted) throw error;
  }
}
