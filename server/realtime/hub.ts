import type { StreamEvent } from "@inlet/contract/events.ts";
import type { UserId } from "@inlet/contract/ids.ts";
import { changesAfter, latestSeq, oldestSeq } from "#/store/changes/queries.ts";
import type { Reader } from "#/store/engine/database.ts";

export interface NumberedEvent {
  /** The number of the change for this user: the event id of the stream. */
  seq: number;
  /** Null: only gives the position of the stream, which lets a client resume before the first change. */
  event: StreamEvent | null;
}

/** Notifies open tabs of changes. The store holds the changes; waking only signals that there are new ones. */
export interface Hub {
  /** Notifies the user's streams of a commit. Calls may come in any order and repeatedly. */
  notify: (userId: UserId) => void;
  /** Some commits may have been missed: every stream checks for changes. */
  notifyAll: () => void;
  /** Yields all changes after `lastSeq` (null: from now on) until the signal aborts. */
  subscribe: (
    userId: UserId,
    lastSeq: number | null,
    signal: AbortSignal,
  ) => AsyncIterable<NumberedEvent>;
}

const batch = 200;

/** Creates a hub for the changes in the store. */
export function createHub(reader: Reader): Hub {
  const sleepers = new Map<UserId, Set<Sleeper>>();

  async function* subscribe(userId: UserId, lastSeq: number | null, signal: AbortSignal) {
    const sleeper = createSleeper(signal);
    // Join before the first read of the store: every later commit wakes this sleeper.
    join(sleepers, userId, sleeper);
    try {
      const start = await startOf(reader, userId, lastSeq);
      yield start;
      for (let { seq } = start; !signal.aborted;) {
        const rows = await changesAfter(reader, userId, seq, batch);
        for (const row of rows) {
          seq = row.seq;
          // The store wrote this as a JSON list of ids.
          const ids = JSON.parse(row.ids_json) as string[];
          yield { seq, event: { kind: row.kind, ids } };
        }
        if (rows.length < batch) await sleeper.sleep();
      }
    } finally {
      leave(sleepers, userId, sleeper);
    }
  }

  return {
    notify: (userId) => {
      for (const sleeper of sleepers.get(userId) ?? []) sleeper.notify();
    },
    notifyAll: () => {
      for (const group of sleepers.values()) for (const sleeper of group) sleeper.notify();
    },
    subscribe,
  };
}

/** Returns the start of a stream: `lastSeq`, or a `reset` when the changes after it are no longer stored. */
async function startOf(
  reader: Reader,
  userId: UserId,
  lastSeq: number | null,
): Promise<NumberedEvent> {
  const latest = await latestSeq(reader, userId);
  if (lastSeq === null || lastSeq === latest) return { seq: latest, event: null };
  const oldest = await oldestSeq(reader, userId);
  // A number above the latest one is from before the database was restored.
  const isLost = lastSeq > latest || oldest === null || lastSeq < oldest - 1;
  return isLost ? { seq: latest, event: { kind: "reset" } } : { seq: lastSeq, event: null };
}

interface Sleeper {
  /** Resolves at the next wake-up; at once if there was one since the last sleep. */
  sleep: () => Promise<void>;
  notify: () => void;
}

function createSleeper(signal: AbortSignal): Sleeper {
  let isNotified = false;
  let rise = () => {};
  const notify = () => {
    isNotified = true;
    rise();
  };
  signal.addEventListener("abort", notify, { once: true });
  return {
    async sleep() {
      if (!isNotified && !signal.aborted) await new Promise<void>((resolve) => (rise = resolve));
      isNotified = false;
    },
    notify,
  };
}

function join(sleepers: Map<UserId, Set<Sleeper>>, userId: UserId, sleeper: Sleeper): void {
  const group = sleepers.get(userId) ?? new Set();
  sleepers.set(userId, group.add(sleeper));
}

function leave(sleepers: Map<UserId, Set<Sleeper>>, userId: UserId, sleeper: Sleeper): void {
  const group = sleepers.get(userId);
  group?.delete(sleeper);
  if (group?.size === 0) sleepers.delete(userId);
}
