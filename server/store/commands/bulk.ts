import type { MessageId, UndoId, UserId } from "@inlet/contract/ids.ts";
import { changeMessages, type MessageChange } from "../change-messages.ts";
import { type ChangeKey, onceOnly } from "../keyed-changes.ts";
import { newId } from "../new-id.ts";
import { countSelection, nextOfSelection, scopeOf, type Selection } from "../selection.ts";
import { standingNow } from "../standing.ts";
import type { BulkChangeRow } from "../filing-tables.ts";
import { keepUndoSteps } from "../undo-step.ts";
import type { Writer } from "../writer.ts";
import { again, type Command } from "./command.ts";

/** Messages of one transaction. */
const slice = 100;

export interface BulkStart {
  userId: UserId;
  selection: Selection;
  change: MessageChange;
  /** Absent: it cannot be taken back. */
  undoId?: UndoId;
  key?: ChangeKey | undefined;
}

/**
 * Begins a change to all messages that match, and answers how many there are now. The first of them are changed at once;
 * the others follow as a job. What arrives later is not among them, and what is
 * moved there later is not deleted.
 */
export const startBulk: Command<BulkStart, { count: number }> = {
  durable: true,
  async run(writer, input) {
    await writer.lock(input.userId);
    const { found } = await onceOnly(writer, input.userId, input.key, async () => {
      const count = await begin(writer, input);
      return { found: count, isChanged: count > 0 };
    });
    return { count: found };
  },
};

/** Goes on with it to the end, a slice at a time. */
export const continueBulk: Command<{ userId: UserId; id: string }, void> = {
  durable: true,
  bulk: true,
  async run(writer, { userId, id }) {
    await writer.lock(userId);
    const row = await writer.db
      .selectFrom("bulk_changes")
      .selectAll()
      .where("user_id", "=", userId)
      .where("id", "=", id)
      .executeTakeFirst();
    // Taken back meanwhile, or done.
    if (!row) return;
    if (!(await step(writer, row))) return again;
  },
};

async function begin(
  writer: Writer,
  { userId, selection, change, undoId }: BulkStart,
): Promise<number> {
  const count = await countSelection(writer.db, writer.engine, userId, selection);
  if (count === 0) return count;
  const selected: Selection = {
    ...selection,
    newest: await newestMessage(writer, userId),
    // What is moved there meanwhile nobody meant to delete, and nothing brings it back.
    ...(change.deleteAt === undefined ? {} : { standing: await standingNow(writer.db, userId) }),
  };
  const row: BulkChangeRow = {
    user_id: userId,
    id: newId(writer.now),
    undo_id: undoId ?? "",
    selection_json: JSON.stringify(selected),
    change_json: JSON.stringify(change),
    before_key: Number.MAX_SAFE_INTEGER,
    created_at: writer.now,
  };
  await writer.db.insertInto("bulk_changes").values(row).execute();
  const isDone = await step(writer, row);
  if (!isDone) await writer.job("bulk-change", userId, row.id);
  return count;
}

async function newestMessage({ db }: Writer, userId: UserId): Promise<MessageId | undefined> {
  const row = await db
    .selectFrom("messages")
    .select("id")
    .where("user_id", "=", userId)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

async function step(writer: Writer, row: BulkChangeRow): Promise<boolean> {
  const { db, engine } = writer;
  const { user_id: userId, undo_id: undoId } = row;
  // Written by startBulk alone.
  const selection = JSON.parse(row.selection_json) as Selection;
  const change = JSON.parse(row.change_json) as MessageChange;
  const { ids, before } = await nextOfSelection(db, engine, userId, selection, {
    before: row.before_key,
    limit: slice,
  });
  const { steps } = await changeMessages(writer, userId, ids, change, scopeOf(selection));
  if (undoId !== "") await keepUndoSteps(writer, userId, undoId, steps);
  if (before === null) {
    await db
      .deleteFrom("bulk_changes")
      .where("user_id", "=", userId)
      .where("id", "=", row.id)
      .execute();
    return true;
  }
  await db
    .updateTable("bulk_changes")
    .set({ before_key: before })
    .where("user_id", "=", userId)
    .where("id", "=", row.id)
    .execute();
  return false;
}
