import type { AccountId, UserId } from "@inlet/contract/ids.ts";
import type { Log } from "#/base/log.ts";
import { randomId } from "#/base/random-id.ts";
import { createSignalConnection } from "./signal-connection.ts";

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
  const answers = new Map<string, (value: unknown) => void>();
  const connection = createSignalConnection(
    { url, log, timeoutMs },
    {
      onPayload: receive,
      onReconnect() {
        gathered.sendSoon();
        handlers.onGap?.();
      },
    },
  );
  const call = async (one: Call) => connection.send(JSON.stringify(one));
  const gathered = gatherCalls({ from, log }, call);

  function receive(payload: string): void {
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
  }

  await connection.open();
  return {
    changed: gathered.changed,
    notifyJobs: gathered.notifyJobs,
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
      connection.leave();
      await gathered.flush();
      await connection.close();
    },
  };
}

/** Gathers changes and jobs for a short time, and sends one notification for all of them. */
function gatherCalls(
  { from, log }: { from: string; log: Log },
  call: (one: Call) => Promise<void>,
) {
  const changedUsers = new Set<UserId>();
  let areJobs = false;
  let timer: NodeJS.Timeout | undefined;

  const sendSoon = () => {
    timer ??= setTimeout(() => void flush(), gatherMs);
  };
  const flush = async () => {
    clearTimeout(timer);
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

  return {
    changed(userIds: readonly UserId[]) {
      for (const userId of userIds) changedUsers.add(userId);
      if (changedUsers.size > 0) sendSoon();
    },
    notifyJobs() {
      areJobs = true;
      sendSoon();
    },
    sendSoon,
    flush,
  };
}
