import { inChunks } from "#/store/engine/chunks.ts";
import type { UnclassifiedRow } from "./schema.ts";
import type { Writer } from "#/store/engine/writer.ts";

/** Delayed: filling a mailbox comes first, and messages that arrive live are classified by a separate job. */
const soonMs = 2000;

/** Queues messages for classification, and a job for each of their accounts. */
export async function queueUnclassified(
  writer: Writer,
  rows: readonly UnclassifiedRow[],
): Promise<void> {
  for (const some of inChunks(rows)) {
    await writer.db
      .insertInto("unsorted_messages")
      .values(some)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  const owners = new Map(rows.map((row) => [row.account_id, row.user_id]));
  for (const [accountId, userId] of owners) {
    await writer.job("sort-mail", userId, accountId, writer.now + soonMs);
  }
}
