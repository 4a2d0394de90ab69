import type { AccountId } from "@inlet/contract/ids.ts";
import type { Selectable } from "kysely";
import { inChunks } from "../in-chunks.ts";
import type { PendingOperationRow } from "../tables.ts";
import type { Command } from "./command.ts";

/** What the account's server is to be told now, the oldest first; each counts as tried. */
export const takePending: Command<
  { accountId: AccountId; limit: number },
  Selectable<PendingOperationRow>[]
> = {
  durable: false,
  async run({ db, now }, { accountId, limit }) {
    const due = await db
      .selectFrom("pending_operations")
      .select("id")
      .where("account_id", "=", accountId)
      .where("run_at", "<=", now)
      .orderBy("id")
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

/** The server knows. An id that a later change replaced is passed over. */
export const finishPending: Command<{ ids: number[] }, void> = {
  durable: true,
  async run({ db }, { ids }) {
    for (const some of inChunks(ids)) {
      await db.deleteFrom("pending_operations").where("id", "in", some).execute();
    }
  },
};

/** The server could not be told: once more, then. */
export const postponePending: Command<{ ids: number[]; runAt: number }, void> = {
  durable: false,
  async run({ db }, { ids, runAt }) {
    for (const some of inChunks(ids)) {
      await db
        .updateTable("pending_operations")
        .set({ run_at: runAt })
        .where("id", "in", some)
        .execute();
    }
  },
};
