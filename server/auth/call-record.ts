import type { AccountId, ApiTokenId, UserId } from "@inlet/contract/ids.ts";
import { apiClientLimits } from "@inlet/contract/auth/api-client-limits.ts";
import type { Clock } from "#/base/clock.ts";
import type { Log } from "#/base/log.ts";
import { randomId } from "#/base/random-id.ts";
import { bit } from "#/store/engine/bit.ts";
import type { RecordedCalls } from "#/store/auth/api-token-call-commands.ts";
import type { Execute } from "#/store/commands/command-bus.ts";

/** A call by an API client: its user and the request. */
export interface ApiClientCall {
  userId: UserId;
  tokenId: ApiTokenId;
  what: string;
  accountId: AccountId | null;
  isChange: boolean;
}

/** Record of the calls that API clients make. */
export interface CallRecord {
  /** Records a change before it is made: a change that cannot be recorded is not made. Returns the input of `end`. */
  begin: (call: ApiClientCall) => Promise<BegunCall>;
  /** Records the result of a change: "ok" or the code of the failure. Buffered. */
  end: (call: BegunCall, result: string) => void;
  /** Records any other call, after its response. Buffered. */
  note: (call: ApiClientCall & { result: string }) => void;
  /** Writes all buffered records. */
  flush: () => Promise<void>;
}

export type BegunCall = Pick<RecordedCalls["ended"][number], "user_id" | "id">;

/** Result of a change that has not ended yet. */
const begun = "begun";

/**
 * Records API calls. Many reads must not keep the one writer from the actions of users: buffered records are written in one
 * transaction every second, or every 100 calls. A crash loses at most that much.
 */
export function createCallRecord({ execute, clock, log }: Parts): CallRecord {
  const waiting: RecordedCalls = { calls: [], ended: [] };
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();
  let lost = 0;
  /** True until everything is written, or the timer tries again: a failing writer is not retried by every call. */
  let isFlushing = false;

  const size = () => waiting.calls.length + waiting.ended.length;

  /** Adds to the queue. The writer may be too slow or fail, so memory is bounded, and the number of lost records is logged. */
  const gather = (add: () => void) => {
    add();
    if (size() > apiClientLimits.callsGathered) {
      lost++;
      // The result of a change is worth more than the record of a read.
      if (waiting.calls.length > 0) waiting.calls.pop();
      else waiting.ended.pop();
    }
    if (size() >= apiClientLimits.callsBatchSize) {
      if (!isFlushing) void flush();
      isFlushing = true;
    } else timer ??= setTimeout(() => void flush(), apiClientLimits.callsGatheredMs).unref();
  };

  async function writeAll(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    while (size() > 0) {
      const batch = {
        calls: waiting.calls.splice(0, apiClientLimits.callsBatchSize),
        ended: waiting.ended.splice(0, apiClientLimits.callsBatchSize),
      };
      try {
        await execute("apiTokens.noteCalls", batch);
      } catch (error) {
        log.warn({ err: error, lost }, "recording API calls failed; retrying");
        const { left, dropped } = await writeEach(execute, batch);
        lost += dropped;
        isFlushing = true;
        waiting.calls.unshift(...left.calls);
        waiting.ended.unshift(...left.ended);
        timer ??= setTimeout(() => void flush(), apiClientLimits.callsGatheredMs).unref();
        return;
      }
    }
    isFlushing = false;
    if (lost > 0) log.warn({ lost }, "API call records were dropped: queue full");
    lost = 0;
  }

  async function flush(): Promise<void> {
    writing = writing.then(writeAll);
    return writing;
  }

  const rowOf = ({ userId, tokenId, what, accountId, isChange }: ApiClientCall, result: string) => {
    const now = clock.now();
    return {
      id: randomId(now),
      user_id: userId,
      token_id: tokenId,
      what,
      result,
      account_id: accountId ?? ("" as const),
      is_change: bit(isChange),
      created_at: now,
    };
  };

  return {
    async begin(call) {
      const row = rowOf(call, begun);
      await execute("apiTokens.noteCalls", { calls: [row], ended: [] });
      return { user_id: row.user_id, id: row.id };
    },
    end: (call, result) => gather(() => waiting.ended.push({ ...call, result })),
    note: ({ result, ...call }) => gather(() => waiting.calls.push(rowOf(call, result))),
    flush,
  };
}

/**
 * Writes the records one by one: one that fails does not stop the rest. Returns the ones to retry later, and the number of
 * dropped ones.
 */
async function writeEach(
  execute: Execute,
  { calls, ended }: RecordedCalls,
): Promise<{ left: RecordedCalls; dropped: number }> {
  let dropped = 0;
  let left: RecordedCalls[] = [];
  const ones = [
    ...calls.map((call) => ({ calls: [call], ended: [] })),
    ...ended.map((end) => ({ calls: [], ended: [end] })),
  ];
  for (const one of ones) {
    try {
      await execute("apiTokens.noteCalls", one);
      // The writer works, so the records that failed before are themselves at fault.
      dropped += left.length;
      left = [];
    } catch {
      left.push(one);
    }
  }
  return {
    left: {
      calls: left.flatMap((one) => one.calls),
      ended: left.flatMap((one) => one.ended),
    },
    dropped,
  };
}

interface Parts {
  execute: Execute;
  clock: Clock;
  log: Log;
}
