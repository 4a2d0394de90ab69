import type { AccountId, UserId } from "@inlet/contract/ids.ts";
import pg from "pg";
import { createBackoff } from "#/base/backoff.ts";
import type { Log } from "#/base/log.ts";
import { pause } from "#/base/pause.ts";
import { randomId } from "#/base/random-id.ts";

/** A request to the engine that holds a user's lease. */
export interface SignalQuestion {
  kind: "syncNow" | "live" | "compare" | "leave";
  userId: UserId;
  accountId?: AccountId;
}

/** Notifications between the processes on one database: they only wake, and carry no data. */
export interface Signals extends AsyncDisposable {
  /** Notifies other processes of changes that these users' open tabs do not have yet. */
  changed: (userIds: readonly UserId[]) => void;
  /** Notifies other processes to check for due jobs. */
  notifyJobs: () => void;
  /** Returns the response of the engine with this name, as plain data; undefined if none arrives in time. */
  ask: (holder: string, question: SignalQuestion, withinMs: number) => Promise<unknown>;
}

/** Handlers of notifications. */
export interface SignalHandlers {
  onChanges?: (userIds: readonly UserId[]) => void;
  onJobs?: () => void;
  /** Notifications may have been missed: everything they could announce must be polled. */
  onGap?: () => void;
  /** Answers a request to the engine of this name; a failure sends no response. */
  onQuestion?: { holder: () => string; answer: (question: SignalQuestion) => Promise<unknown> };
}

type Call =
  | { kind: "changes"; from: string; users: UserId[] }
  | { kind: "jobs"; from: string }
  | { kind: "ask"; from: string; to: string; id: string; question: SignalQuestion }
  | { kind: "answer"; from: string; to: string; id: string; value: unknown };

const channel = "inlet";
/** PostgreSQL accepts at most 8,000 bytes. */
const payloadBytes = 7900;
const userBatchSize = 100;
/** Time for which notifications are gathered: each one costs the database a lock that all of its writers share. */
const gatherMs = 5;

/** Interval at which the connection to the database is checked, and the timeout of each check. */
const defaultTimeoutMs = 10_000;

/**
 * Starts listening in a PostgreSQL database over a separate connection, as a pooler in transaction mode does not support LISTEN.
 * It reconnects after a disconnect and when the connection is silent: a server that vanished would otherwise go unnoticed for a
 * quarter of an hour, the usual network timeout. Notifications sent in the meantime are lost, and `onGap` makes up for them.
 */
export async function openSignals(
  { url, log, timeoutMs = defaultTimeoutMs }: { url: string; log: Log; timeoutMs?: number },
  handlers: SignalHandlers,
): Promise<Signals> {
  const from = randomId();
  const leaving = new AbortController();
  const answers = new Map<string, (value: unknown) => void>();
  const changedUsers = new Set<UserId>();
  let areJobs = false;
  let timer: NodeJS.Timeout | undefined;
  let client: pg.Client | undefined;

  const call = async (one: Call) => {
    const payload = JSON.stringify(one);
    if (Buffer.byteLength(payload) > payloadBytes) throw new Error("A signal is too long.");
    if (client === undefined) throw new Error("The database cannot be reached.");
    await client.query("select pg_notify($1, $2)", [channel, payload]);
  };
  const callSoon = () => {
    timer ??= setTimeout(() => void flush(), gatherMs);
  };
  const flush = async () => {
    timer = undefined;
    const users = [...changedUsers];
    changedUsers.clear();
    const jobs = areJobs;
    areJobs = false;
    try {
      for (let start = 0; start < users.length; start += userBatchSize) {
        await call({ kind: "changes", from, users: users.slice(start, start + userBatchSize) });
      }
      if (jobs) await call({ kind: "jobs", from });
    } catch (error) {
      // Sent again later: other processes may not have noticed a gap.
      for (const userId of users) changedUsers.add(userId);
      areJobs ||= jobs;
      log.info({ err: error }, "NOTIFY failed");
    }
  };
  const receive = (payload: string) => {
    // Only Inlet's processes may open this database, so the payload is trusted.
    const one = JSON.parse(payload) as Call;
    if (one.kind === "changes" && one.from !== from) handlers.onChanges?.(one.users);
    else if (one.kind === "jobs" && one.from !== from) handlers.onJobs?.();
    else if (one.kind === "answer" && one.to === from) answers.get(one.id)?.(one.value);
    else if (one.kind === "ask" && one.to === handlers.onQuestion?.holder()) {
      handlers.onQuestion
        .answer(one.question)
        .then(
          (value) => call({ kind: "answer", from, to: one.from, id: one.id, value }),
          (error: unknown) =>
            log.info({ err: error }, "handling a request from another process failed"),
        )
        .catch((error: unknown) => log.warn({ err: error }, "replying to another process failed"));
    }
  };

  async function listen(): Promise<{ promise: Promise<void> }> {
    const next = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
    });
    const { promise, resolve } = Promise.withResolvers<void>();
    next.once("end", resolve);
    next.on("error", () => resolve());
    next.on("notification", ({ payload = "" }) => receive(payload));
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

  let lost = await listen();
  const reconnecting = (async () => {
    const backoff = createBackoff({ firstMs: 100, maxMs: 5000 });
    for (;;) {
      await Promise.race([lost.promise, aborted(leaving.signal)]);
      if (leaving.signal.aborted) return;
      const old = client;
      client = undefined;
      old?.end().catch(() => undefined);
      while (client === undefined && !leaving.signal.aborted) {
        try {
          lost = await listen();
        } catch (error) {
          log.info({ err: error }, "LISTEN connection lost");
          await pause(backoff.next(), leaving.signal);
        }
      }
      backoff.reset();
      if (leaving.signal.aborted) return;
      callSoon();
      handlers.onGap?.();
    }
  })();

  return {
    changed(userIds) {
      for (const userId of userIds) changedUsers.add(userId);
      if (changedUsers.size > 0) callSoon();
    },
    notifyJobs() {
      areJobs = true;
      callSoon();
    },
    async ask(holder, question, withinMs) {
      const id = randomId();
      const { promise, resolve } = Promise.withResolvers<unknown>();
      answers.set(id, resolve);
      const late = setTimeout(() => resolve(undefined), withinMs);
      call({ kind: "ask", from, to: holder, id, question }).catch((error: unknown) => {
        log.info({ err: error }, "sending a request to another process failed");
        resolve(undefined);
      });
      try {
        return await promise;
      } finally {
        clearTimeout(late);
        answers.delete(id);
      }
    },
    async [Symbol.asyncDispose]() {
      leaving.abort();
      clearTimeout(timer);
      await flush();
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
