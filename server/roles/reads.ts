import type { UserId } from "@inlet/contract/ids.ts";
import { createFairTurns } from "#/base/fair-turns.ts";
import type { Log } from "#/base/log.ts";
import type { LongReads } from "#/mail/long-reads.ts";
import { countMessages } from "#/store/word-hits.ts";
import { type ReadContext, type ReadName, type Reads, readHere } from "./named-reads.ts";
import { createReadPool } from "./read-pool.ts";

/** PostgreSQL reads beside this thread by itself; of its connections one person's long reads have so many at most. */
const connections = { places: 10, each: 3 };
/** Threads on SQLite: one person's reads follow each other, so that whoever has much mail leaves one to the others. */
const threads = { places: 2, each: 1 };

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
    engine === "sqlite" ? createReadPool({ url, threads: threads.places, log: context.log }) : null;
  const inTurn = createFairTurns(pool ? threads : connections);
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
