import { limits } from "@inlet/contract/limits.ts";
import type { FolderId, MessageId, UndoId, UserId } from "@inlet/contract/ids.ts";
import { type ChangeKey, keepKeyedResult, keyedResult } from "../keyed-changes.ts";
import { forgetUses } from "../note-uses.ts";
import { refreshMessages } from "../refresh-messages.ts";
import { takeBackMoves } from "../take-back-moves.ts";
import { takeBackFlags, takeBackStep } from "../take-back-step.ts";
import { settleTwins } from "../twins.ts";
import { readUndoSteps } from "../undo-step.ts";
import type { Writer } from "../writer.ts";
import { again, type Command } from "./command.ts";

/**
 * Takes a change back, the last part first, a transaction's worth at a time; what has changed again since stays.
 * Answers how many messages; null when it is too late.
 */
export const undoChange: Command<
  { userId: UserId; undoId: UndoId; key?: ChangeKey | undefined },
  { count: number } | null
> = {
  durable: true,
  async run(writer, { userId, undoId, key }) {
    const { db, now } = writer;
    await writer.lock(userId);
    const known = key && (await keyedResult(db, userId, key));
    if (known) return { count: known.found };
    const action = await db
      .selectFrom("undo_actions")
      .selectAll()
      .where("user_id", "=", userId)
      .where("id", "=", undoId)
      .executeTakeFirst();
    if (!action) return null;
    if (Math.max(action.created_at + limits.undoKeptMs, action.kept_until) < now) return null;
    // A change that is still going on ends here.
    await db
      .deleteFrom("bulk_changes")
      .where("user_id", "=", userId)
      .where("undo_id", "=", undoId)
      .execute();
    const last = await db
      .selectFrom("undo_steps")
      .selectAll()
      .where("user_id", "=", userId)
      .where("undo_id", "=", undoId)
      .orderBy("position", "desc")
      .limit(1)
      .executeTakeFirst();
    if (!last) {
      await db
        .deleteFrom("undo_actions")
        .where("user_id", "=", userId)
        .where("id", "=", undoId)
        .execute();
      const count = action.reverted;
      if (key) await keepKeyedResult(writer, userId, key, { found: count, isChanged: count > 0 });
      return { count };
    }
    const reverted = await takeBack(writer, userId, last.steps_json);
    await db
      .deleteFrom("undo_steps")
      .where("user_id", "=", userId)
      .where("undo_id", "=", undoId)
      .where("position", "=", last.position)
      .execute();
    await db
      .updateTable("undo_actions")
      .set({ reverted: action.reverted + reverted })
      .where("user_id", "=", userId)
      .where("id", "=", undoId)
      .execute();
    return again;
  },
};

async function takeBack(writer: Writer, userId: UserId, stepsJson: string): Promise<number> {
  const touched = new Set<MessageId>();
  const steps = readUndoSteps(stepsJson).toReversed();
  // A message is moved last of all that one change does to it.
  const moves = steps.filter((step) => step.kind === "move");
  const moved = await takeBackMoves(writer, userId, moves);
  const flags = steps.filter((step) => step.kind === "flags");
  const apart = steps.filter((step) => step.kind !== "move" && step.kind !== "flags");
  for (const id of moved.messageIds) touched.add(id);
  const wentBack = new Map<string, FolderId>();
  for (const step of [...moved.others, ...apart]) {
    for (const id of await takeBackStep(writer, userId, step, wentBack)) touched.add(id);
  }
  for (const id of await takeBackFlags(writer, userId, flags)) touched.add(id);
  await forgetUses(writer, userId, steps);
  const ids = [...touched];
  const { gone } = await refreshMessages(writer, userId, ids);
  const settled = await settleTwins(writer, userId, ids);
  await writer.change(userId, "message.gone", gone);
  const left = new Set(gone);
  const changed = [...new Set([...ids, ...settled])].filter((id) => !left.has(id));
  await writer.change(userId, "message.changed", changed);
  return touched.size;
}

/** Changes forgotten in one transaction. */
const sweptAtOnce = 200;

/** Forgets what can no longer be taken back, and the keys under which nobody asks any more. */
export const sweepUndo: Command<{ before: number; keysBefore: number }, void> = {
  durable: false,
  bulk: true,
  async run({ db, now }, { before, keysBefore }) {
    await db.deleteFrom("keyed_changes").where("created_at", "<", keysBefore).execute();
    const old = await db
      .selectFrom("undo_actions")
      .select(["user_id", "id"])
      .where("created_at", "<", before)
      .where("kept_until", "<", now)
      .limit(sweptAtOnce)
      .execute();
    // An id is made from the page's own key: two people may have the same one.
    for (const [userId, own] of Map.groupBy(old, (action) => action.user_id)) {
      const ids = own.map(({ id }) => id);
      await db
        .deleteFrom("undo_steps")
        .where("user_id", "=", userId)
        .where("undo_id", "in", ids)
        .execute();
      await db
        .deleteFrom("undo_actions")
        .where("user_id", "=", userId)
        .where("id", "in", ids)
        .execute();
    }
    return old.length === sweptAtOnce ? again : undefined;
  },
};
