import { limits } from "@inlet/contract/limits.ts";
import { type FolderId, type MessageId, UndoId, type UserId } from "@inlet/contract/ids.ts";
import type { UndoActionRow } from "../messages/filing-schema.ts";
import { type ChangeKey, storeKeyedResult, keyedResult } from "../changes/idempotency.ts";
import { forgetUses } from "../classification/record-usage.ts";
import { createPace, partSize } from "./batch-size.ts";
import { refreshMessages } from "../messages/refresh-messages.ts";
import { undoMoves } from "./undo-moves.ts";
import { undoFlags, undoStep } from "./undo-step.ts";
import { pushingLater } from "../pending/delayed-push.ts";
import { settleDuplicates } from "../locations/duplicates.ts";
import { readUndoSteps, type UndoStep } from "./steps.ts";
import type { Writer } from "../engine/writer.ts";
import { again, type Command } from "#/store/commands/command.ts";

const pace = createPace();

/** Number of messages that the undo covers, and whether a job does the rest. */
export interface Undone {
  count: number;
  goesOn: boolean;
}

/**
 * Undoes a change: its last part at once, the rest by a job, each part in a separate transaction. Later changes to the messages
 * stay. Returns null if it is too late.
 */
export const undoChange: Command<
  { userId: UserId; undoId: UndoId; key?: ChangeKey | undefined },
  Undone | null
> = {
  durable: true,
  async run(writer, { userId, undoId, key }) {
    const { db, now } = writer;
    await writer.lock(userId);
    const known = key && (await keyedResult(db, userId, key));
    const action = await findAction(writer, userId, undoId);
    if (known) return { count: known.found, goesOn: (action?.undoing_since ?? 0) > 0 };
    if (!action) return null;
    if (action.undoing_since > 0) return { count: await countLeft(writer, action), goesOn: true };
    if (Math.max(action.created_at + limits.undoRetentionMs, action.kept_until) < now) return null;
    // Ends a bulk change that is still running.
    await db
      .deleteFrom("bulk_changes")
      .where("user_id", "=", userId)
      .where("undo_id", "=", undoId)
      .execute();
    const isDone = await undoLast(writer, action, partSize);
    let count = action.reverted;
    if (!isDone) {
      await db
        .updateTable("undo_actions")
        .set({ undoing_since: now, reverted: action.reverted })
        .where("user_id", "=", userId)
        .where("id", "=", undoId)
        .execute();
      count = await countLeft(writer, action);
      await writer.job("undo-change", userId, undoJob(userId, undoId));
    }
    if (key) await storeKeyedResult(writer, userId, key, { found: count, isChanged: count > 0 });
    return { count, goesOn: !isDone };
  },
};

/**
 * Continues an undo to its end, one slice at a time, and then publishes `change.done`. Work lost to a power cut is repeated.
 */
export const continueUndo: Command<{ userId: UserId; undoId: UndoId }, void> = {
  durable: false,
  bulk: true,
  async run(writer, { userId, undoId }) {
    const { db } = writer;
    await writer.lock(userId);
    const action = await findAction(writer, userId, undoId);
    if (!action || action.undoing_since === 0) return;
    const most = pace.messages();
    const take = () => undoLast(pushingLater(writer), action, most);
    if (!(await pace.timed(writer.engine, most, take))) {
      await db
        .updateTable("undo_actions")
        .set({ reverted: action.reverted })
        .where("user_id", "=", userId)
        .where("id", "=", undoId)
        .execute();
      return again;
    }
    await writer.change(userId, "change.done", [undoId]);
    await pushHeldBack(writer, userId);
  },
};

/** Subject of the job. It includes the user, as an id comes from the page's key: two users may have the same one. */
function undoJob(userId: UserId, undoId: UndoId): string {
  return `${userId}/${undoId}`;
}

/** Parses the undo id out of such a subject. */
export function undoOfJob(subject: string): UndoId {
  return UndoId.parse(subject.slice(subject.indexOf("/") + 1));
}

async function findAction(
  { db }: Writer,
  userId: UserId,
  undoId: UndoId,
): Promise<UndoActionRow | undefined> {
  return db
    .selectFrom("undo_actions")
    .selectAll()
    .where("user_id", "=", userId)
    .where("id", "=", undoId)
    .executeTakeFirst();
}

/** Returns the number of messages undone so far plus those left. */
async function countLeft({ db }: Writer, action: UndoActionRow): Promise<number> {
  const left = await db
    .selectFrom("undo_steps")
    .select((row) => row.fn.sum<number | string | null>("messages").as("messages"))
    .where("user_id", "=", action.user_id)
    .where("undo_id", "=", action.id)
    .executeTakeFirst();
  return action.reverted + Number(left?.messages ?? 0);
}

/**
 * Undoes the last steps, up to about `most` messages, and counts them. Returns true if nothing is left, and deletes the record of
 * the change then.
 */
async function undoLast(writer: Writer, action: UndoActionRow, most: number): Promise<boolean> {
  const { db } = writer;
  const { user_id: userId, id: undoId } = action;
  const parts = await db
    .selectFrom("undo_steps")
    .select(["position", "messages"])
    .where("user_id", "=", userId)
    .where("undo_id", "=", undoId)
    .orderBy("position", "desc")
    .limit(most / partSize + 1)
    .execute();
  const last = parts.slice(0, howManyFit(parts, most));
  if (last.length > 0) {
    const taken = await db
      .deleteFrom("undo_steps")
      .where("user_id", "=", userId)
      .where("undo_id", "=", undoId)
      .where(
        "position",
        "in",
        last.map(({ position }) => position),
      )
      .returning(["position", "steps_json"])
      .execute();
    const steps = taken
      .toSorted((a, b) => a.position - b.position)
      .flatMap((part) => readUndoSteps(part.steps_json));
    action.reverted += await undoSteps(writer, userId, steps);
  }
  if (parts.length > last.length) return false;
  await db
    .deleteFrom("undo_actions")
    .where("user_id", "=", userId)
    .where("id", "=", undoId)
    .execute();
  return true;
}

/** Returns how many of the parts fit into `most` messages; at least one. */
function howManyFit(parts: readonly { messages: number }[], most: number): number {
  let messages = 0;
  const beyond = parts.findIndex((part, index) => {
    messages += part.messages;
    return index > 0 && (messages > most || index >= most / partSize);
  });
  return beyond === -1 ? parts.length : beyond;
}

/** Deletions are not pushed during an undo (store/pending/commands.ts): the remaining ones may be pushed now. */
async function pushHeldBack(writer: Writer, userId: UserId): Promise<void> {
  const held = await writer.db
    .selectFrom("pending_operations")
    .select("account_id")
    .distinct()
    .where("user_id", "=", userId)
    .where("kind", "=", "delete")
    .where("run_at", "<=", writer.now)
    .execute();
  for (const { account_id: accountId } of held) await writer.job("tell-server", userId, accountId);
}

async function undoSteps(
  writer: Writer,
  userId: UserId,
  done: readonly UndoStep[],
): Promise<number> {
  const touched = new Set<MessageId>();
  const steps = done.toReversed();
  // Within one change, the move of a message is its last step.
  const moves = steps.filter((step) => step.kind === "move");
  const moved = await undoMoves(writer, userId, moves);
  const flags = steps.filter((step) => step.kind === "flags");
  const apart = steps.filter((step) => step.kind !== "move" && step.kind !== "flags");
  for (const id of moved.messageIds) touched.add(id);
  const wentBack = new Map<string, FolderId>();
  for (const step of [...moved.others, ...apart]) {
    for (const id of await undoStep(writer, userId, step, wentBack)) touched.add(id);
  }
  for (const id of await undoFlags(writer, userId, flags)) touched.add(id);
  await forgetUses(writer, userId, steps);
  const ids = [...touched];
  const { gone } = await refreshMessages(writer, userId, ids);
  const settled = await settleDuplicates(writer, userId, ids);
  await writer.change(userId, "message.gone", gone);
  const left = new Set(gone);
  const changed = [...new Set([...ids, ...settled])].filter((id) => !left.has(id));
  await writer.change(userId, "message.changed", changed);
  return touched.size;
}

/** Maximum number of undo actions that one transaction deletes. */
const sweepBatchSize = 200;

/** Deletes records of changes that can no longer be undone, and keys that clients no longer retry with. */
export const sweepUndo: Command<{ before: number; keysBefore: number }, void> = {
  durable: false,
  bulk: true,
  async run({ db, now }, { before, keysBefore }) {
    await db.deleteFrom("keyed_changes").where("created_at", "<", keysBefore).execute();
    const old = await db
      .selectFrom("undo_actions")
      .select(["user_id", "id"])
      .where("created_at", "<", before)
      .where("undoing_since", "=", 0)
      .where("kept_until", "<", now)
      // A change that is still running would be undone only in part.
      .where((row) =>
        row.not(
          row.exists(
            row
              .selectFrom("bulk_changes as bulk")
              .select("bulk.id")
              .whereRef("bulk.user_id", "=", "undo_actions.user_id")
              .whereRef("bulk.undo_id", "=", "undo_actions.id"),
          ),
        ),
      )
      .limit(sweepBatchSize)
      .execute();
    // The id is derived from the client's key, so two users may have the same one.
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
    return old.length === sweepBatchSize ? again : undefined;
  },
};
