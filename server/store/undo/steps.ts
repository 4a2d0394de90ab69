import type { FolderId, MessageId, ThreadId, UndoId, UserId } from "@inlet/contract/ids.ts";
import { inChunks } from "#/store/engine/chunks.ts";
import type { Writer } from "#/store/engine/writer.ts";
import type { MessageRow } from "#/store/engine/schema.ts";

/** One step of a change, with the data to undo exactly that step. */
export type UndoStep =
  | { kind: "flags"; messageId: MessageId; added: string[]; removed: string[] }
  | { kind: "move"; messageId: MessageId; from: FolderId; to: FolderId }
  | { kind: "copy"; messageId: MessageId; operationId: number; to: FolderId }
  | { kind: "delete"; messageId: MessageId; operationId: number }
  | { kind: "sorting"; messageId: MessageId; was: Classified; is: Classified }
  | { kind: "snooze"; messageId: MessageId; was: number; is: number }
  | { kind: "mute"; threadId: ThreadId; was: boolean };

/** Records that a change can be undone. */
export async function storeUndoAction(
  { db, now }: Writer,
  userId: UserId,
  undoId: UndoId,
): Promise<void> {
  const begun = { created_at: now, reverted: 0, kept_until: 0, undoing_since: 0 };
  await db
    .insertInto("undo_actions")
    .values({ user_id: userId, id: undoId, ...begun })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Stores the steps of one transaction of a change, in parts of `partSize` messages that are undone one after the other. */
export async function storeUndoSteps(
  writer: Writer,
  userId: UserId,
  undoId: UndoId,
  steps: readonly UndoStep[],
  { partSize = Number.MAX_SAFE_INTEGER } = {},
): Promise<void> {
  if (steps.length === 0) return;
  await storeUndoAction(writer, userId, undoId);
  const { db } = writer;
  const last = await db
    .selectFrom("undo_steps")
    .select((row) => row.fn.max("position").as("position"))
    .where("user_id", "=", userId)
    .where("undo_id", "=", undoId)
    .executeTakeFirst();
  const first = Number(last?.position ?? 0) + 1;
  const parts = [...inChunks([...Map.groupBy(steps, subjectOf).values()], partSize)];
  await db
    .insertInto("undo_steps")
    .values(
      parts.map((part, index) => ({
        user_id: userId,
        undo_id: undoId,
        position: first + index,
        steps_json: JSON.stringify(part.flat()),
        messages: part.length,
      })),
    )
    .execute();
}

function subjectOf(step: UndoStep): string {
  return "messageId" in step ? step.messageId : step.threadId;
}

/** Parses the steps in a steps_json column. */
export function readUndoSteps(json: string): UndoStep[] {
  // Only storeUndoSteps writes this column.
  return JSON.parse(json) as UndoStep[];
}

/** Category and priority of a message, and if the user chose them. */
export type Classified = Pick<
  MessageRow,
  "category" | "category_chosen" | "priority" | "priority_chosen"
>;
