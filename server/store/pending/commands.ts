import type { AccountId } from "@inlet/contract/ids.ts";
import { type Selectable, sql } from "kysely";
import { inChunks } from "../engine/chunks.ts";
import { neverPushed } from "./queries.ts";
import type { PendingOperationRow } from "../messages/filing-schema.ts";
import type { Command } from "#/store/commands/command.ts";

/**
 * Returns the operations to push to the account's server now, the oldest first. Each counts as tried, durably: a move that the
 * server may have received is never changed, only followed by another one. Operations that wait for a location to get its UID, or
 * behind a postponed one of the same location, are not returned.
 */
export const takePending: Command<
  { accountId: AccountId; limit: number },
  Selectable<PendingOperationRow>[]
> = {
  durable: true,
  async run({ db, now }, { accountId, limit }) {
    const due = await db
      .selectFrom("pending_operations as o")
      .select("o.id")
      .where("o.account_id", "=", accountId)
      .where("o.run_at", "<=", now)
      // A literal in the statement, to let SQLite use the partial index of operations that can be pushed.
      .where("o.uid", ">", sql.lit(0))
      .where("o.kind", "not in", neverPushed)
      .where((operation) =>
        operation.not(
          operation.exists(
            operation
              .selectFrom("pending_operations as earlier")
              .select("earlier.id")
              .whereRef("earlier.user_id", "=", "o.user_id")
              .whereRef("earlier.folder_id", "=", "o.folder_id")
              .whereRef("earlier.uid", "=", "o.uid")
              .whereRef("earlier.id", "<", "o.id")
              .where("earlier.kind", "not in", neverPushed)
              // Regardless of the current time: an operation before the end of a batch must not be overtaken by one in the batch.
              .whereRef("earlier.run_at", ">", "o.run_at"),
          ),
        ),
      )
      // An undo in progress may include it, and a message that the server deleted cannot be restored.
      .where((operation) =>
        operation.or([
          operation("o.kind", "<>", "delete"),
          operation.not(
            operation.exists(
              operation
                .selectFrom("undo_actions as undo")
                .select("undo.id")
                .whereRef("undo.user_id", "=", "o.user_id")
                .where("undo.undoing_since", ">", 0),
            ),
          ),
        ]),
      )
      .orderBy("o.run_at")
      .orderBy("o.id")
      .limit(limit)
      .execute();
    if (due.length === 0) return [];
    const rows = await db
      .updateTable("pending_operations")
      .set((row) => ({ attempts: row("attempts", "+", 1) }))
      .where(
        "id",
        "in",
        due.map(({ id }) => id),
      )
      .returningAll()
      .execute();
    return rows.toSorted((a, b) => a.id - b.id);
  },
};

/** Reschedules operations that could not be pushed. If the server was not even reached, the try does not count. */
export const postponePending: Command<{ ids: number[]; runAt: number; isUnsent?: boolean }, void> =
  {
    durable: false,
    async run({ db }, { ids, runAt, isUnsent = false }) {
      for (const some of inChunks(ids)) {
        await db
          .updateTable("pending_operations")
          .set((row) => ({
            run_at: runAt,
            ...(isUnsent && { attempts: row("attempts", "-", 1) }),
          }))
          .where("id", "in", some)
          .execute();
      }
    },
  };
