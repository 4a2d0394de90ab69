import { pause } from "#/base/pause.ts";
import { inChunks } from "#/store/engine/chunks.ts";
import {
  type ClassifiedPlace,
  classifiedAfter,
  unclassifiedAccounts,
} from "#/store/classification/queries.ts";
import type { AiContext } from "../context.ts";

/** Number of messages checked between two pauses. */
const slice = 250;
const accountBatchSize = 100;

/**
 * Run when an engine starts: queues the accounts with unclassified mail, and marks messages classified by another version for
 * reclassification. Checks all classifications once, using at most a quarter of the time.
 */
export async function resumeClassification(
  { database, execute }: Pick<AiContext, "database" | "execute">,
  version: string,
  signal: AbortSignal,
): Promise<void> {
  for (const accounts of inChunks(await unclassifiedAccounts(database.reader), accountBatchSize)) {
    if (signal.aborted) return;
    await execute("sorting.call", { accounts });
  }
  let after: ClassifiedPlace | null = null;
  while (!signal.aborted) {
    const start = performance.now();
    const found: Awaited<ReturnType<typeof classifiedAfter>> = await classifiedAfter(
      database.reader,
      after,
      slice,
    );
    const last = found.at(-1);
    if (last === undefined) return;
    const upTo = { userId: last.userId, messageId: last.messageId };
    if (found.some((one) => one.version !== version)) {
      await execute("sorting.again", { version, after, upTo });
    }
    after = upTo;
    await pause(3 * (performance.now() - start), signal);
  }
}
