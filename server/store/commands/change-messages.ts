import type { MessageId, UndoId, UserId } from "@inlet/contract/ids.ts";
import { changeMessages, type MessageChange } from "../change-messages.ts";
import { type ChangeKey, type KeyedResult, onceOnly } from "../keyed-changes.ts";
import { noteUses } from "../note-uses.ts";
import { keepUndoSteps } from "../undo-step.ts";
import { withThreads } from "../with-threads.ts";
import type { Writer } from "../writer.ts";
import type { Command } from "./command.ts";

export interface NamedChange {
  userId: UserId;
  /** 50 at most, so that others need not wait. */
  messageIds: MessageId[];
  change: MessageChange;
  /** Under which it can be taken back; several calls may share one. */
  undoId?: UndoId;
  /** The conversations of these messages, as far as they stand in the same folders. */
  threads?: boolean;
  key?: ChangeKey | undefined;
  /** How many the person named by hand, over all calls: what mattered to them is learned from it. Absent for others. */
  namedByHand?: number;
}

/**
 * Changes messages here at once, and queues telling their servers. Answers how many of those named there are, and
 * whether anything is different now.
 */
export const changeNamed: Command<NamedChange, KeyedResult> = {
  durable: true,
  async run(writer, input) {
    await writer.lock(input.userId);
    return onceOnly(writer, input.userId, input.key, () => changeThem(writer, input));
  },
};

/** The same within a transaction of another command, which holds the lock. */
export async function changeThem(
  writer: Writer,
  { userId, messageIds, change, undoId, threads = false, namedByHand = 0 }: NamedChange,
): Promise<KeyedResult> {
  const { ids, scope } = threads
    ? await withThreads(writer.db, userId, messageIds, change)
    : { ids: messageIds, scope: undefined };
  const { found, steps } = await changeMessages(writer, userId, ids, change, scope);
  if (undoId !== undefined) await keepUndoSteps(writer, userId, undoId, steps);
  if (namedByHand > 0) await noteUses(writer, userId, steps, namedByHand);
  const known = new Set(found);
  return { found: ids.filter((id) => known.has(id)).length, isChanged: steps.length > 0 };
}
