import type { UserId } from "@inlet/contract/ids.ts";
import { createFairTurns } from "#/base/fair-turns.ts";
import type { Log } from "#/base/log.ts";
import type { LongReads } from "#/mail/long-reads.ts";
import { countMessages } from "#/store/word-hits.ts";
import { type ReadContext, type ReadName, type Reads, readHere } from "./named-reads.ts";
import { createReadPool } from "./read-pool.ts";

/**
 * PostgreSQL reads beside this thread by itself, over connections of which there are so many; on SQLite there are threads.
 * One person's long reads follow each other: whoever has much mail leaves the rest to the others, and gets no less done.
 */
const places = { connections: 10, threads: 2 };
const ofEach = 1;

/** A search of fewer messages takes no longer than its way to another thread and back. */
const smallMailbox = 200_000;

async function isSmall({ database: { reader } }: ReadContext, userId: UserId): Promise<boolean> {
  return (await countMessages(reader, userId)) < smallMailbox;
}

/** Does reads that may be long so that they hold up neither this thread nor other people. */
export function createReads(
  context: ReadContext & { log: Log },
): AsyncDisposable & { reads: Reads; longReads: LongReads } {
  const { engine, url } = context.database;
  const pool =
    engine === "sqlite" ? createReadPool({ url, threads: places.threads, log: context.log }) : null;
  const inTurn = createFairTurns({
    places: pool ? places.threads : places.connections,
    each: ofEach,
  });
  // The registry ties each name to its input and output; turns of different reads cannot.
  const reads = (async (name: ReadName, input: { userId: UserId }) => {
    if (pool && name.startsWith("search.") && (await isSmall(context, input.userId))) {
      return readHere(context, name, input);
    }
    return inTurn(input.userId, () =>
      pool ? pool.read(name, input) : readHere(context, name, input),
    );
  }) as Reads;
  return {
    reads,
    longReads: {
      countSelection: (asked) => reads("selection.count", asked),
      nextOfSelection: (asked) => reads("selection.next", asked),
    },
    [Symbol.asyncDispose]: async () => pool?.close(),
  };
}
