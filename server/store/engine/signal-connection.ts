import pg from "pg";
import { createBackoff } from "#/base/backoff.ts";
import type { Log } from "#/base/log.ts";
import { pause } from "#/base/pause.ts";

interface SignalConnectionOptions {
  url: string;
  log: Log;
  timeoutMs: number;
}

/** Connection that listens for the notifications of a PostgreSQL database. */
interface SignalConnection {
  /** Starts listening. Throws if the database cannot be reached. */
  open: () => Promise<void>;
  /** Throws while the database cannot be reached. */
  send: (payload: string) => Promise<void>;
  /** Stops reconnecting. */
  leave: () => void;
  close: () => Promise<void>;
}

const channel = "inlet";
/** PostgreSQL accepts at most 8,000 bytes. */
const payloadBytes = 7900;

/** Creates a connection that reconnects until it is left. */
export function createSignalConnection(
  { url, log, timeoutMs }: SignalConnectionOptions,
  { onPayload, onReconnect }: { onPayload: (payload: string) => void; onReconnect: () => void },
): SignalConnection {
  const leaving = new AbortController();
  let client: pg.Client | undefined;
  let reconnecting = Promise.resolve();

  async function listen(): Promise<{ promise: Promise<void> }> {
    const next = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
    });
    const { promise, resolve } = Promise.withResolvers<void>();
    next.once("end", resolve);
    next.on("error", () => resolve());
    next.on("notification", ({ payload = "" }) => onPayload(payload));
    try {
      await next.connect();
      await next.query(`LISTEN ${channel}`);
    } catch (error) {
      next.end().catch(() => undefined);
      throw error;
    }
    client = next;
    const asking = setInterval(() => void next.query("SELECT 1").catch(() => resolve()), timeoutMs);
    void promise.finally(() => clearInterval(asking));
    return { promise };
  }

  async function reconnect(lost: Promise<void>): Promise<void> {
    const backoff = createBackoff({ firstMs: 100, maxMs: 5000 });
    for (;;) {
      await Promise.race([lost, aborted(leaving.signal)]);
      if (leaving.signal.aborted) return;
      const old = client;
      client = undefined;
      old?.end().catch(() => undefined);
      while (client === undefined && !leaving.signal.aborted) {
        try {
          lost = (await listen()).promise;
        } catch (error) {
          log.info({ err: error }, "LISTEN connection lost");
          await pause(backoff.next(), leaving.signal);
        }
      }
      backoff.reset();
      if (leaving.signal.aborted) return;
      onReconnect();
    }
  }

  return {
    async open() {
      const { promise } = await listen();
      reconnecting = reconnect(promise);
    },
    async send(payload) {
      if (Buffer.byteLength(payload) > payloadBytes) throw new Error("A signal is too long.");
      if (client === undefined) throw new Error("The database cannot be reached.");
      await client.query("select pg_notify($1, $2)", [channel, payload]);
    },
    leave: () => leaving.abort(),
    async close() {
      await reconnecting;
      await client?.end();
    },
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((fulfil) => {
    if (signal.aborted) fulfil();
    signal.addEventListener("abort", () => fulfil(), { once: true });
  });
}
