import { pause } from "#/base/pause.ts";
import { inChunks } from "#/store/in-chunks.ts";
import { type SortedPlace, sortedAfter, unsortedAccounts } from "#/store/sorting.ts";
import type { AiContext } from "../context.ts";

/** Messages looked at between two rests. */
const slice = 250;
const accountsAtOnce = 100;

/**
 * For the start of an engine: calls the accounts that have mail to sort, and lets what another version sorted be sorted
 * again. It goes once over all that was found out, at a quarter of the time at most.
 */
export async function resumeSorting(
  { database, door }: Pick<AiContext, "database" | "door">,
  version: string,
  signal: AbortSignal,
): Promise<void> {
  for (const accounts of inChunks(await unsortedAccounts(database.reader), accountsAtOnce)) {
    if (signal.aborted) return;
    await door("sorting.call", { accounts });
  }
  let after: SortedPlace | null = null;
  while (!signal.aborted) {
    const start = performance.now();
    const found: Awaited<ReturnType<typeof sortedAfter>> = await sortedAfter(
      database.reader,
      after,
      slice,
    );
    const last = found.at(-1);
    if (last === undefined) return;
    const upTo = { userId: last.userId, messageId: last.messageId };
    if (found.some((one) => one.version !== version)) {
      await door("sorting.again", { version, after, upTo });
    }
    after = upTo;
    await pause(3 * (performance.now() - start), signal);
  }
}
