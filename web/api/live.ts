import type { StreamEvent } from "@inlet/contract/events.ts";
import { bearer, failure } from "#/api/client.ts";
import { pause } from "#/api/connection.ts";
import { readEvents } from "#/api/read-events.ts";

const channelName = "inlet-live";
const lockName = "inlet-live";
/** The server sends something every 25 s; a silence of twice that means that the connection is dead. */
const silenceMs = 60_000;

interface LiveMessage {
  id: string;
  /** Null when only the number to resume after moved. */
  event: LiveEvent | null;
}

/**
 * An event for listeners: a change, that the connection is restored after a failure, or that it is open but events before that
 * are unknown.
 */
export type LiveEvent = StreamEvent | { kind: "line.back" } | { kind: "line.unsure" };

/**
 * Calls `onEvent` for every change of the user's mail until the returned function is called. One tab of the browser holds the
 * connection (HTTP/1.1 allows six per origin) and passes events on to the other ones.
 */
export function listen(onEvent: (event: LiveEvent) => void): () => void {
  const stop = new AbortController();
  const channel = new BroadcastChannel(channelName);
  const connection: LiveConnection = {
    lastId: "",
    deliver: (update) => {
      connection.lastId = update.id || connection.lastId;
      if (update.event) onEvent(update.event);
    },
  };
  // Safe: only this module uses the channel, and it is limited to our own origin.
  channel.onmessage = (message) => connection.deliver(message.data as LiveMessage);
  const lead = () =>
    stream(
      {
        get lastId() {
          return connection.lastId;
        },
        deliver: (update) => {
          channel.postMessage(update);
          connection.deliver(update);
        },
      },
      stop.signal,
    );
  // The Web Locks API requires a secure context; over plain HTTP every tab holds its own connection.
  const leading =
    "locks" in navigator
      ? navigator.locks.request(lockName, { signal: stop.signal }, lead)
      : lead();
  leading.catch((error: unknown) => {
    if (!stop.signal.aborted) throw error;
  });
  return () => {
    stop.abort();
    channel.close();
  };
}

interface LiveConnection {
  lastId: string;
  deliver: (update: LiveMessage) => void;
}

async function stream(connection: LiveConnection, signal: AbortSignal): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    const startedWith = connection.lastId;
    try {
      await connect(connection, signal, () => {
        if (failures > 0) connection.deliver({ id: "", event: { kind: "line.back" } });
        // Without an event id to resume from. This is also the case the first time: the page read before it could listen.
        if (!startedWith) connection.deliver({ id: "", event: { kind: "line.unsure" } });
        failures = 0;
      });
    } catch (error) {
      if (error instanceof SessionEnded) return;
      // Any other failure means that the connection was lost: retry, with a growing delay.
    }
    failures += 1;
    if (!signal.aborted) await pause(failures, signal);
  }
}

class SessionEnded extends Error {}

async function connect(
  connection: LiveConnection,
  signal: AbortSignal,
  onOpen: () => void,
): Promise<void> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), silenceMs);
  const token = bearer();
  try {
    const response = await fetch("/events", {
      headers: {
        accept: "text/event-stream",
        ...(token && { authorization: `Bearer ${token}` }),
        ...(connection.lastId && { "last-event-id": connection.lastId }),
      },
      cache: "no-store",
      signal: AbortSignal.any([signal, silence.signal]),
    });
    if (!response.ok || !response.body) {
      const refusal = failure(response.status, await response.json().catch(() => null), token);
      if (refusal.code === "session.required") throw new SessionEnded();
      throw refusal;
    }
    onOpen();
    const onSign = () => {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), silenceMs);
    };
    for await (const { id, data } of readEvents(response.body, onSign)) {
      // Safe: the server validates every event against the same contract before it sends it.
      connection.deliver({ id, event: data ? (JSON.parse(data) as StreamEvent) : null });
    }
  } finally {
    clearTimeout(timer);
  }
}
