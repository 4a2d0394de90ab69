import type { UserId } from "@inlet/contract/ids.ts";
import { createFairTurns } from "#/base/fair-scheduler.ts";
import type { Log } from "#/base/log.ts";
import { postgresPoolSize } from "#/store/engine/postgres.ts";
import { countEverything } from "#/store/search/ranked-hits.ts";
import { type ReadContext, type ReadName, type Reads, readHere } from "./named-reads.ts";
import { createReadPool } from "./read-pool.ts";
import type { LongReads } from "#/mail/context.ts";

/**
 * PostgreSQL reads in parallel to this thread, over the read connections. Half of them stay free for short reads, however long
 * the other reads take. On SQLite there are threads. A user's long reads run one after another: a user with much mail leaves
 * slots to other users, and gets no less done.
 */
const places = { connections: postgresPoolSize / 2, threads: 2 };
const ofEach = 1;

/** With fewer messages a search, or another read, takes no longer than the round trip to another thread. */
const usuallyFew = { toSearch: 200_000, toRead: 20_000 };

/** Creates the runner of long reads, which block neither this thread nor other users. */
export function createReads(
  context: ReadContext & { log: Log; few?: typeof usuallyFew },
): AsyncDisposable & { reads: Reads; longReads: LongReads } {
  const { engine, url, reader } = context.database;
  const { few = usuallyFew } = context;
  const pool =
    engine === "sqlite" ? createReadPool({ url, threads: places.threads, log: context.log }) : null;
  const inTurn = createFairTurns({
    places: pool ? places.threads : places.connections,
    each: ofEach,
  });
  const isShort = async (name: ReadName, userId: UserId) => {
    const most = name.startsWith("search.") ? few.toSearch : few.toRead;
    return (await countEverything(reader, userId)) < most;
  };
  // Safe: the registry ties each name to its input and output, which TypeScript cannot follow through the queue.
  const reads = (async (name: ReadName, input: { userId: UserId }, signal?: AbortSignal) => {
    const here = () => readHere(context, name, input, signal);
    if (!pool) return inTurn(input.userId, here, signal);
    if (await isShort(name, input.userId)) return here();
    return inTurn(input.userId, () => pool.read(name, input, signal), signal);
  }) as Reads;
  return {
    reads,
    longReads: {
      countSelection: (asked, signal) => reads("selection.count", asked, signal),
      nextOfSelection: (asked) => reads("selection.next", asked),
      searchPage: (search, signal) => reads("search.page", search, signal),
      rankedPage: (search, signal) => reads("search.ranked", search, signal),
    },
    [Symbol.asyncDispose]: async () => pool?.close(),
  };
}
