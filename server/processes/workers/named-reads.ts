import type { UserId } from "@inlet/contract/ids.ts";
import { followUpsOf } from "#/ai/follow-ups/list-follow-ups.ts";
import type { Clock } from "#/base/clock.ts";
import { longReadsOf } from "#/mail/reading/long-reads.ts";
import type { Database, Reader } from "#/store/engine/database.ts";
import type { LongReads } from "#/mail/context.ts";

/** Context of a read, besides its input. */
export interface ReadContext {
  database: Database;
  clock: Clock;
}

type InputOf<Read extends keyof LongReads> = Parameters<LongReads[Read]>[0];

/**
 * Reads, by name, that take long for a user with very much mail. Input and output are plain data, because on SQLite they cross
 * threads. A new read is one more line here.
 */
export const namedReads = {
  "search.ranked": (context: ReadContext, search: InputOf<"rankedPage">) =>
    longReadsOf(context).rankedPage(search),
  "search.page": (context: ReadContext, search: InputOf<"searchPage">) =>
    longReadsOf(context).searchPage(search),
  "selection.count": (context: ReadContext, asked: InputOf<"countSelection">) =>
    longReadsOf(context).countSelection(asked),
  "selection.next": (context: ReadContext, asked: InputOf<"nextOfSelection">) =>
    longReadsOf(context).nextOfSelection(asked),
  "followUps.list": (context: ReadContext, { userId }: { userId: UserId }) =>
    followUpsOf(context, userId),
};

type NamedReads = typeof namedReads;
export type ReadName = keyof NamedReads;

/** Runs a named read on a suitable thread. An aborted read ends soon and rejects with the signal's reason. */
export interface Reads {
  <Name extends ReadName>(
    name: Name,
    input: Parameters<NamedReads[Name]>[1],
    signal?: AbortSignal,
  ): ReturnType<NamedReads[Name]>;
}

/** Runs a read on this thread. The name and input come from a caller of Reads, whose types match. */
export async function readHere(
  { database, clock }: ReadContext,
  name: ReadName,
  input: { userId: UserId },
  signal?: AbortSignal,
): Promise<unknown> {
  const read = namedReads[name] as (context: ReadContext, input: unknown) => Promise<unknown>;
  const reader = signal ? breakable(database.reader, signal) : database.reader;
  return read({ database: { ...database, reader }, clock }, input);
}

/** Returns reads that run on this thread, without a queue. */
export function readsHere(context: ReadContext): Reads {
  return ((name: ReadName, input: { userId: UserId }, signal?: AbortSignal) =>
    readHere(context, name, input, signal)) as Reads;
}

/** Returns a reader that begins no further statement after the signal aborts. */
function breakable(reader: Reader, signal: AbortSignal): Reader {
  const selectFrom = (...from: Parameters<Reader["selectFrom"]>) => {
    signal.throwIfAborted();
    return reader.selectFrom(...from);
  };
  // Safe: the overloads are those of the method that it calls.
  return { selectFrom: selectFrom as Reader["selectFrom"] };
}
