import { once } from "node:events";
import { PassThrough, type Readable } from "node:stream";
import type { NumberedEvent } from "#/realtime/hub.ts";

export interface StreamOptions {
  heartbeatMs: number;
  /** Interval at which the session is checked; a stream whose session has ended is closed. */
  sessionCheckMs: number;
  isSessionValid: () => Promise<boolean>;
  /** Aborted when the server stops, which ends the stream. */
  signal: AbortSignal;
}

/**
 * Returns the events as text/event-stream. `subscribe` runs until the reader disconnects, the session ends or the server stops. For
 * a slow reader it is paused, so nothing accumulates in memory.
 */
export function eventStream(
  subscribe: (signal: AbortSignal) => AsyncIterable<NumberedEvent>,
  options: StreamOptions,
): Readable {
  const stream = new PassThrough();
  const gone = new AbortController();
  const leave = () => gone.abort();
  const stop = () => {
    // Each reader gets a different delay, so they do not all reconnect to the restarted server at the same time.
    if (!stream.writableEnded) stream.write(`retry: ${reconnectMs()}\n\n`);
    leave();
  };

  const heartbeat = setInterval(() => {
    if (!stream.writableNeedDrain) stream.write(": still here\n\n");
  }, options.heartbeatMs);
  const sessionCheck = setInterval(() => {
    options.isSessionValid().then(
      (isValid) => isValid || leave(),
      // If the database cannot be read, the session cannot be confirmed, so the stream ends.
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

  copy(subscribe(gone.signal), stream, gone.signal).then(leave, (error: Error) => {
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
    // If the reader disconnected, the caller checks the signal and stops.
    if (!signal.aborted) throw error;
  }
}
