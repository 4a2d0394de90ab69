import type { AccountId } from "@inlet/contract/ids.ts";
import { type Selectable, sql } from "kysely";
import { inChunks } from "../in-chunks.ts";
import { untold } from "../operations.ts";
import type { PendingOperationRow } from "../filing-tables.ts";
import type { Command } from "./command.ts";

/**
 * What the account's server is to be told now, the oldest first; each counts as tried, durably: a move that the server
 * may have heard of is never changed, only followed by another. What waits for a place to become real, or behind
 * something put off at the same place, stays.
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
      // Spelled in the statement, so that the index of what can be told serves.
      .where("o.uid", ">", sql.lit(0))
      .where("o.kind", "not in", untold)
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
              .where("earlier.kind", "not in", untold)
              // Due by now or not: what a batch ends before must not be overtaken by what is in it.
              .whereRef("earlier.run_at", ">", "o.run_at"),
          ),
        ),
      )
      // What is being taken back may name it, and what a server has removed nobody can bring back.
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

/** The server could not be told: once more, then. `isUnheard`: nobody was there to be told anything, and it was no try. */
export const postponePending: Command<{ ids: number[]; runAt: number; isUnheard?: boolean }, void> =
  {
    durable: false,
    async run({ db }, { ids, runAt, isUnheard = false }) {
      for (const some of inChunks(ids)) {
        await db
          .updateTable("pending_operations")
          .set((row) => ({
            run_at: runAt,
            ...(isUnheard && { attempts: row("attempts", "-", 1) }),
          }))
          .where("id", "in", some)
          .execute();
      }
    },
  };
