import type { MessageId, UndoId, UserId } from "@inlet/contract/ids.ts";
import { changeMessages } from "../messages/change-messages.ts";
import type { Reader } from "../engine/database.ts";
import { type ChangeKey, type KeyedResult, onceOnly } from "../changes/idempotency.ts";
import { newId } from "../engine/new-id.ts";
import { createPace, partSize } from "./batch-size.ts";
import { isOfPlaces, mayStandIn, scopeOf, type Selection } from "./selection.ts";
import { deleteSnapshot, storeSnapshot } from "./selection-snapshot.ts";
import type { BulkChangeRow } from "../messages/filing-schema.ts";
import { storeUndoAction, storeUndoSteps } from "./steps.ts";
import { pushingLater } from "../pending/delayed-push.ts";
import type { Writer } from "../engine/writer.ts";
import { again, type Command } from "#/store/commands/command.ts";
import { nextOfSelection } from "./next-of-selection.ts";
import type { MessageChange } from "../messages/message-change.ts";

const pace = createPace();

export interface BulkStart {
  userId: UserId;
  selection: Selection;
  change: MessageChange;
  /** Number of messages it covers, counted before: counting in the transaction would block all writers. Absent if unknown. */
  count?: number | undefined;
  /** Absent: it cannot be undone. */
  undoId?: UndoId;
  key?: ChangeKey | undefined;
}

export interface BulkStarted extends KeyedResult {
  /** The remaining messages, down to this one, follow in the background. Null if the change is complete. */
  goesOnUntil: MessageId | null;
}

/**
 * Starts a change to all matching messages. The first of them are changed at once, the rest by a job. Messages that arrive or are
 * moved there later are not included. A repeated call returns the first result.
 */
export const startBulk: Command<BulkStart, BulkStarted> = {
  durable: true,
  async run(writer, input) {
    const { userId, count = 0, undoId, key } = input;
    await writer.lock(userId);
    const begun = await onceOnly(writer, userId, key, async () => {
      const isChanged = input.count !== 0;
      if (isChanged) await begin(writer, input);
      return { found: count, isChanged };
    });
    return { ...begun, goesOnUntil: await goesOnUntil(writer.db, userId, undoId) };
  },
};

/** Returns the last message up to which a bulk change still continues; null if it has ended. */
export async function goesOnUntil(
  reader: Reader,
  userId: UserId,
  undoId: UndoId | undefined,
): Promise<MessageId | null> {
  if (undoId === undefined) return null;
  const row = await reader
    .selectFrom("bulk_changes")
    .select(["id", "selection_json"])
    .where("user_id", "=", userId)
    .where("undo_id", "=", undoId)
    .executeTakeFirst();
  return (row && readSelection(row).newest) ?? null;
}

function readSelection({
  id: bulkId,
  selection_json: json,
}: Pick<BulkChangeRow, "id" | "selection_json">): Selection {
  // Only startBulk writes this column.
  const selection = JSON.parse(json) as Selection;
  const { standing: snapshot } = selection;
  // An older version did not store the id here; its row has it.
  return snapshot ? { ...selection, standing: { ...snapshot, bulkId } } : selection;
}

/**
 * Continues a bulk change to its end, one slice at a time, and then publishes `change.done`. Work lost to a power cut is
 * repeated.
 */
export const continueBulk: Command<{ userId: UserId; id: string }, void> = {
  durable: false,
  bulk: true,
  async run(writer, { userId, id }) {
    await writer.lock(userId);
    const row = await writer.db
      .selectFrom("bulk_changes")
      .selectAll()
      .where("user_id", "=", userId)
      .where("id", "=", id)
      .executeTakeFirst();
    // Undone since, or done.
    if (!row) return (await deleteSnapshot(writer, userId, id)) ? undefined : again;
    const most = pace.messages();
    const slice = () => step(pushingLater(writer), row, most);
    if (await pace.timed(writer.engine, most, slice)) {
      if (row.undo_id !== "") await writer.change(userId, "change.done", [row.undo_id]);
    }
    return again;
  },
};

async function begin(
  writer: Writer,
  { userId, selection, change, undoId }: BulkStart,
): Promise<void> {
  const selected: Selection = { ...selection, newest: await newestMessage(writer, userId) };
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
  const isDone = await step(writer, row, partSize);
  if (isDone) return;
  // Excludes messages that are moved there during the change, as the user did not mean them; a deletion cannot be reverted, no
  // matter what the selection is.
  if (change.deleteAt !== undefined || isOfPlaces(selection)) {
    const snapshot = await storeSnapshot(writer, userId, row.id, mayStandIn(selection));
    await writer.db
      .updateTable("bulk_changes")
      .set({ selection_json: JSON.stringify({ ...selected, standing: snapshot }) })
      .where("user_id", "=", userId)
      .where("id", "=", row.id)
      .execute();
  }
  // It can be undone even if nothing has changed so far.
  if (undoId !== undefined) await storeUndoAction(writer, userId, undoId);
  await writer.job("bulk-change", userId, row.id);
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

async function step(writer: Writer, row: BulkChangeRow, most: number): Promise<boolean> {
  const { db, engine } = writer;
  const { user_id: userId, undo_id: undoId } = row;
  const selection = readSelection(row);
  // Only startBulk writes this column.
  const change = JSON.parse(row.change_json) as MessageChange;
  const { ids, before } = await nextOfSelection(db, engine, userId, selection, {
    before: row.before_key,
    limit: most,
  });
  const { steps } = await changeMessages(writer, userId, ids, change, scopeOf(selection));
  if (undoId !== "") await storeUndoSteps(writer, userId, undoId, steps, { partSize });
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
