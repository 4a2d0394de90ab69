import type { FolderId, MessageId, UserId } from "@inlet/contract/ids.ts";
import { sql } from "kysely";
import { foldersOf } from "#/store/folders/queries.ts";
import { locationsOfAll } from "#/store/messages/change-messages.ts";
import { inChunks } from "#/store/engine/chunks.ts";
import { moveLocations } from "#/store/locations/move-location.ts";
import { areNumbered, movePending } from "#/store/pending/queries.ts";
import type { FolderRow } from "#/store/engine/schema.ts";
import type { UndoStep } from "./steps.ts";
import type { Writer } from "#/store/engine/writer.ts";

export type MoveStep = UndoStep & { kind: "move" };

/**
 * Reverts the moves that were not pushed yet in bulk. Returns the messages that differ now, and the steps to handle one by one.
 */
export async function undoMoves(
  writer: Writer,
  userId: UserId,
  steps: readonly MoveStep[],
): Promise<{ messageIds: MessageId[]; others: MoveStep[] }> {
  const origins = new Map((await foldersOf(writer.db, userId)).map((one) => [one.id, one]));
  const waiting = Map.groupBy(await unpushedMoves(writer, userId, steps), keyOf);
  const back = new Map<FolderRow, Unpushed[]>();
  const others: MoveStep[] = [];
  for (const step of steps) {
    const origin = origins.get(step.from);
    const move = origin && waiting.get(keyOf(step))?.shift();
    if (move) back.set(origin, [...(back.get(origin) ?? []), move]);
    else others.push(step);
  }
  for (const [origin, moves] of back) {
    for (const some of Map.groupBy(moves, ({ to }) => to).values()) {
      await putBack(writer, origin, some);
    }
  }
  const movedBack = await moveBack(writer, userId, others, { origins, all: steps });
  return {
    messageIds: [...[...back.values()].flat().map(({ messageId }) => messageId), ...movedBack],
    others: others.filter(({ messageId }) => !movedBack.has(messageId)),
  };
}

/**
 * Moves messages back in bulk after their move was pushed, if they have one location in the target folder. Messages that were
 * moved from several folders are handled one by one.
 */
async function moveBack(
  writer: Writer,
  userId: UserId,
  steps: readonly MoveStep[],
  { origins, all }: { origins: ReadonlyMap<FolderId, FolderRow>; all: readonly MoveStep[] },
): Promise<ReadonlySet<MessageId>> {
  const often = Map.groupBy(all, ({ messageId }) => messageId);
  const once = steps.filter(({ messageId }) => often.get(messageId)?.length === 1);
  const ids = once.map(({ messageId }) => messageId);
  const places = Map.groupBy(
    await locationsOfAll(writer, userId, ids),
    ({ message_id: id, folder_id: folderId }) => `${id} ${folderId}`,
  );
  const moved = new Set<MessageId>();
  for (const [from, some] of Map.groupBy(once, (step) => step.from)) {
    const origin = origins.get(from);
    const existing = some.flatMap(({ messageId, to }) => {
      const own = places.get(`${messageId} ${to}`) ?? [];
      return own.length === 1 ? own : [];
    });
    if (!origin || existing.length === 0) continue;
    await moveLocations(writer, existing, origin);
    for (const { message_id: id } of existing) moved.add(id);
  }
  return moved;
}

interface Unpushed extends Omit<MoveStep, "kind"> {
  id: number;
  uid: number;
  uidValidity: number;
}

function keyOf({ messageId, from, to }: Omit<MoveStep, "kind">): string {
  return `${messageId} ${from} ${to}`;
}

/** Returns moves of the messages that were not pushed, and whose message is still in the target. */
async function unpushedMoves(
  { db }: Writer,
  userId: UserId,
  steps: readonly MoveStep[],
): Promise<Unpushed[]> {
  const found: Unpushed[] = [];
  for (const ids of inChunks([...new Set(steps.map(({ messageId }) => messageId))])) {
    const rows = await db
      .selectFrom("pending_operations as move")
      .innerJoin("message_locations as made", (join) =>
        join
          .onRef("made.user_id", "=", "move.user_id")
          .onRef("made.message_id", "=", "move.message_id")
          .onRef("made.folder_id", "=", "move.target_folder_id")
          .on("made.uid", "=", sql<number>`-move.id`),
      )
      .select(["move.id", "move.message_id as messageId"])
      .select(["move.folder_id as from", "made.folder_id as to"])
      .select(["move.uid", "move.uid_validity as uidValidity"])
      .where("move.user_id", "=", userId)
      .where("move.message_id", "in", ids)
      .where("move.kind", "=", "move")
      .where("move.attempts", "=", 0)
      .where("move.uid", "<>", 0)
      .execute();
    found.push(...rows);
  }
  return found;
}

/** Returns messages to their previous locations, with their other pending operations. All were moved to the same folder. */
async function putBack(writer: Writer, origin: FolderRow, moves: Unpushed[]): Promise<void> {
  const { db } = writer;
  const [first] = moves;
  if (!first) return;
  const ids = moves.map(({ id }) => id);
  const uids = ids.map((id) => -id);
  await movePendingBack(writer, origin, moves);
  await db
    .updateTable("message_locations")
    .set((row) => ({
      folder_id: origin.id,
      role: origin.role,
      uid: row
        .selectFrom("pending_operations as move")
        .select("move.uid")
        .where("move.user_id", "=", origin.user_id)
        .where("move.id", "=", sql<number>`-message_locations.uid`)
        .$asScalar(),
    }))
    .where("user_id", "=", origin.user_id)
    .where("folder_id", "=", first.to)
    .where("uid", "in", uids)
    .execute();
  await db
    .deleteFrom("pending_operations")
    .where((row) => areNumbered(row, origin.user_id, ids))
    .execute();
}

/** Transfers operations pending at the new locations to the old ones; usually there are not any. */
async function movePendingBack(
  writer: Writer,
  origin: FolderRow,
  moves: Unpushed[],
): Promise<void> {
  const { db } = writer;
  const [first] = moves;
  if (!first) return;
  const asked = await db
    .selectFrom("pending_operations")
    .select("uid")
    .distinct()
    .where("user_id", "=", origin.user_id)
    .where("folder_id", "=", first.to)
    .where(
      "uid",
      "in",
      moves.map(({ id }) => -id),
    )
    .execute();
  const places = new Set(asked.map(({ uid }) => uid));
  for (const { id, uid, uidValidity, from, to } of moves) {
    if (!places.has(-id)) continue;
    const here = { folderId: to, uid: -id };
    await movePending(writer, origin.user_id, here, { folderId: from, uid, uidValidity });
  }
}
