import { setImmediate } from "node:timers/promises";
import type { ImapFlow } from "imapflow";
import type { MailboxEvent } from "./remote.ts";

/** Below 9 minutes, after which some routers drop an idle connection. */
const rearmMs = 8 * 60_000;
/** Interval at which a server without IDLE (RFC 2177) is polled. */
const pollMs = 60_000;

interface Idling {
  /** Ends an IDLE, and shows if the server still responds. */
  noop: () => Promise<void>;
  onEvent: (event: MailboxEvent) => void;
  signal: AbortSignal;
}

/** Waits in IDLE, restarted regularly, until the signal aborts or the connection is lost. */
export async function idleUntil(
  client: ImapFlow,
  { noop, onEvent, signal }: Idling,
): Promise<void> {
  const forward = (kind: MailboxEvent["kind"]) => () => onEvent({ kind });
  const listeners = {
    exists: forward("exists"),
    expunge: forward("expunge"),
    flags: forward("flags"),
  };
  client.on("exists", listeners.exists);
  client.on("expunge", listeners.expunge);
  client.on("flags", listeners.flags);
  try {
    let canIdle = client.capabilities.has("IDLE");
    while (!signal.aborted && client.usable) {
      const interruption = new AbortController();
      const stop = () => interruption.abort();
      signal.addEventListener("abort", stop, { once: true });
      const timer = setTimeout(stop, canIdle ? rearmMs : pollMs);
      try {
        if (canIdle) canIdle = await idleOnce(client, noop, interruption.signal);
        else await aborted(interruption.signal);
        if (client.usable) await noop();
        // A connection that has just broken refuses every command at once, and is usable until its end event arrives.
        await setImmediate();
      } finally {
        clearTimeout(timer);
        signal.removeEventListener("abort", stop);
      }
    }
  } finally {
    client.off("exists", listeners.exists);
    client.off("expunge", listeners.expunge);
    client.off("flags", listeners.flags);
  }
}

/** Runs one IDLE. Returns false if the server rejects it despite offering it. */
async function idleOnce(
  client: ImapFlow,
  noop: () => Promise<void>,
  signal: AbortSignal,
): Promise<boolean> {
  let failure: unknown;
  const end = () => {
    // Any command makes imapflow end IDLE. Its failure is thrown below.
    noop().catch((error: unknown) => {
      failure = error;
    });
  };
  if (signal.aborted) return true;
  signal.addEventListener("abort", end, { once: true });
  const answer = await client.idle();
  signal.removeEventListener("abort", end);
  if (failure !== undefined) throw failure;
  return signal.aborted || answer !== false;
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((fulfil) => signal.addEventListener("abort", () => fulfil(), { once: true }));
}
