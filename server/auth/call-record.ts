import type { AccountId, ApiTokenId, UserId } from "@inlet/contract/ids.ts";
import { programLimits } from "@inlet/contract/program-limits.ts";
import type { Clock } from "#/base/clock.ts";
import type { Log } from "#/base/log.ts";
import { randomId } from "#/base/random-id.ts";
import { bit } from "#/store/bit.ts";
import type { NotedCalls } from "#/store/commands/api-token-calls.ts";
import type { Door } from "#/store/door.ts";

/** Whose call it is, and what it asks for. */
export interface ProgramCall {
  userId: UserId;
  tokenId: ApiTokenId;
  what: string;
  accountId: AccountId | null;
  isChange: boolean;
}

/** What programs do, written down. */
export interface CallRecord {
  /** Of what changes something, before it is done: what cannot be written down is not done. Answers what `end` takes. */
  begin: (call: ProgramCall) => Promise<BegunCall>;
  /** How it went; "ok", or the code of the failure. Gathered. */
  end: (call: BegunCall, result: string) => void;
  /** Of everything else, once it was answered. Gathered. */
  note: (call: ProgramCall & { result: string }) => void;
  /** Writes down what was gathered until now. */
  flush: () => Promise<void>;
}

export type BegunCall = Pick<NotedCalls["ended"][number], "user_id" | "id">;

/** How a change stands in the record until it ended. */
const begun = "begun";

/**
 * Reading much must not keep the one writer from people's own doings: what was gathered is written in one transaction
 * every second, or every 100 calls. A crash loses no more than that.
 */
export function createCallRecord({ door, clock, log }: Parts): CallRecord {
  const waiting: NotedCalls = { calls: [], ended: [] };
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();
  let lost = 0;
  /** Until all is written, or tried again by the timer: a writer that fails is not asked by every call anew. */
  let isOnItsWay = false;

  const size = () => waiting.calls.length + waiting.ended.length;

  /** The writer does not keep up, or cannot write at all: memory is bounded, and how much is missing is said. */
  const gather = (add: () => void) => {
    add();
    if (size() > programLimits.callsGathered) {
      lost++;
      // How a change ended is worth more than that something was read.
      if (waiting.calls.length > 0) waiting.calls.pop();
      else waiting.ended.pop();
    }
    if (size() >= programLimits.callsAtOnce) {
      if (!isOnItsWay) void flush();
      isOnItsWay = true;
    } else timer ??= setTimeout(() => void flush(), programLimits.callsGatheredMs).unref();
  };

  async function writeAll(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    while (size() > 0) {
      const batch = {
        calls: waiting.calls.splice(0, programLimits.callsAtOnce),
        ended: waiting.ended.splice(0, programLimits.callsAtOnce),
      };
      try {
        await door("apiTokens.noteCalls", batch);
      } catch (error) {
        log.warn({ err: error, lost }, "recording API calls failed; retrying");
        const left = await writeEach(batch);
        isOnItsWay = true;
        waiting.calls.unshift(...left.calls);
        waiting.ended.unshift(...left.ended);
        timer ??= setTimeout(() => void flush(), programLimits.callsGatheredMs).unref();
        return;
      }
    }
    isOnItsWay = false;
    if (lost > 0) log.warn({ lost }, "API call records were dropped: queue full");
    lost = 0;
  }

  /** One that cannot be written stops none of the others. Answers those that may be written later. */
  async function writeEach({ calls, ended }: NotedCalls): Promise<NotedCalls> {
    let left: NotedCalls[] = [];
    const ones = [
      ...calls.map((call) => ({ calls: [call], ended: [] })),
      ...ended.map((end) => ({ calls: [], ended: [end] })),
    ];
    for (const one of ones) {
      try {
        await door("apiTokens.noteCalls", one);
        // The writer writes: what it refused before is at fault itself.
        lost += left.length;
        left = [];
      } catch {
        left.push(one);
      }
    }
    return {
      calls: left.flatMap((one) => one.calls),
      ended: left.flatMap((one) => one.ended),
    };
  }

  async function flush(): Promise<void> {
    writing = writing.then(writeAll);
    return writing;
  }

  const rowOf = ({ userId, tokenId, what, accountId, isChange }: ProgramCall, result: string) => {
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
      await door("apiTokens.noteCalls", { calls: [row], ended: [] });
      return { user_id: row.user_id, id: row.id };
    },
    end: (call, result) => gather(() => waiting.ended.push({ ...call, result })),
    note: ({ result, ...call }) => gather(() => waiting.calls.push(rowOf(call, result))),
    flush,
  };
}

interface Parts {
  door: Door;
  clock: Clock;
  log: Log;
}
