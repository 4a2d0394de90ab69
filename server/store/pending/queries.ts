import type { FolderId, MessageId, UserId } from "@inlet/contract/ids.ts";
import {
  type Expression,
  type ExpressionBuilder,
  type Selectable,
  sql,
  type SqlBool,
} from "kysely";
import type { PendingKind, PendingOperationRow } from "#/store/messages/filing-schema.ts";
import type { FolderRow, LocationRow, Tables } from "#/store/engine/schema.ts";
import { inChunks } from "#/store/engine/chunks.ts";
import type { Writer } from "#/store/engine/writer.ts";

export type PendingRow = Selectable<PendingOperationRow>;

/** Stored data of a move, copy or deletion. */
export interface Departure {
  /** The flags of a deleted location, to restore it. */
  flags: string[];
  /** For a deletion: deletes only the copy, as the message has other locations. */
  isCopy?: boolean;
  /** UIDNEXT of the target before a COPY that replaces a MOVE: a message from this UID on may be the copy. */
  uidNextBefore?: number;
}

/** The kinds that remove a message from its folder. */
export const departures: PendingKind[] = ["move", "delete", "left"];

/** Kinds that are not pushed to the server. */
export const neverPushed: PendingKind[] = ["local", "left"];

/** Parses the departure in an operation_json column. */
export function readDeparture(json: string): Departure {
  // Written only when departures are queued and when UIDNEXT is recorded.
  return JSON.parse(json) as Departure;
}

/** Returns a pending operation by its number. */
export async function pendingById(
  { db }: Writer,
  userId: UserId,
  id: number,
): Promise<PendingRow | undefined> {
  return db
    .selectFrom("pending_operations")
    .selectAll()
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/**
 * Returns a condition for the user's operations with these ids. It makes SQLite look up the ids: by user it would scan all
 * pending operations, which are many after a large move.
 */
export function areNumbered(
  row: ExpressionBuilder<Tables, "pending_operations">,
  userId: UserId,
  ids: readonly number[],
): Expression<SqlBool> {
  return row.and([row("id", "in", ids), sql<SqlBool>`coalesce(user_id, '') = ${userId}`]);
}

interface Queued {
  kind: PendingKind;
  target?: FolderRow;
  runAt?: number;
  isCopy?: boolean;
}

/** Queues a move, copy or deletion of a location on its server, not before `runAt`. Returns its number. */
export async function queueDeparture(
  writer: Writer,
  location: LocationRow,
  queued: Queued,
): Promise<number> {
  const [first] = await queueDepartures(writer, [location], queued);
  if (!first) throw new Error("Nothing was queued.");
  return first.id;
}

/** Like `queueDeparture` for many locations. Returns the numbers in any order. */
export async function queueDepartures(
  writer: Writer,
  locations: readonly LocationRow[],
  { kind, target, runAt = writer.now, isCopy = false }: Queued,
): Promise<Pick<PendingRow, "id" | "message_id" | "folder_id" | "uid">[]> {
  const [first] = locations;
  if (!first) return [];
  const folders = await writer.db
    .selectFrom("folders")
    .select(["id", "uid_validity"])
    .where("user_id", "=", first.user_id)
    .where("id", "in", [...new Set(locations.map((location) => location.folder_id))])
    .execute();
  const validities = new Map(folders.map((folder) => [folder.id, folder.uid_validity]));
  const rows = locations.map((location) => ({
    user_id: location.user_id,
    account_id: location.account_id,
    folder_id: location.folder_id,
    message_id: location.message_id,
    uid: location.uid,
    uid_validity: validities.get(location.folder_id) ?? 0,
    kind,
    target_folder_id: target?.id ?? ("" as const),
    operation_json: `{"flags":${location.flags_json}${isCopy ? ',"isCopy":true' : ""}}`,
    attempts: 0,
    run_at: runAt,
    created_at: writer.now,
  }));
  const queued: Pick<PendingRow, "id" | "message_id" | "folder_id" | "uid">[] = [];
  for (const some of inChunks(rows, 1000)) {
    const ids = await writer.db
      .insertInto("pending_operations")
      .values(some)
      .returning(["id", "message_id", "folder_id", "uid"])
      .execute();
    queued.push(...ids);
  }
  for (const accountId of new Set(locations.map((location) => location.account_id))) {
    await writer.job("tell-server", first.user_id, accountId, runAt);
  }
  return queued;
}

export async function dropPending({ db }: Writer, userId: UserId, id: number): Promise<void> {
  await db
    .deleteFrom("pending_operations")
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .execute();
}

interface Place {
  folderId: FolderId;
  uid: number;
}

/** Moves the pending operations of one location to another. */
export async function movePending(
  { db, now }: Writer,
  userId: UserId,
  from: Place & { messageId?: MessageId },
  to: Place & { uidValidity: number },
): Promise<number> {
  const { messageId } = from;
  const result = await db
    .updateTable("pending_operations")
    .set((row) => ({
      folder_id: to.folderId,
      uid: to.uid,
      uid_validity: to.uidValidity,
      // An operation that failed because the location was unknown is tried now.
      run_at: row.case().when("attempts", ">", 0).then(now).else(row.ref("run_at")).end(),
    }))
    .where("user_id", "=", userId)
    .where("folder_id", "=", from.folderId)
    .where("uid", "=", from.uid)
    .where((row) => (messageId === undefined ? row.lit(true) : row("message_id", "=", messageId)))
    .executeTakeFirst();
  const moved = Number(result.numUpdatedRows);
  if (moved > 0 && to.uid > 0) await moveOnce({ db }, userId, to);
  return moved;
}

/**
 * Copies with different destinations may turn out to be one message (Gmail has it once in Trash): it takes the first move, and is
 * copied from there to the other destinations.
 */
async function moveOnce({ db }: Pick<Writer, "db">, userId: UserId, place: Place): Promise<void> {
  const [first, ...others] = await db
    .selectFrom("pending_operations")
    .select(["id", "target_folder_id"])
    .where("user_id", "=", userId)
    .where("folder_id", "=", place.folderId)
    .where("uid", "=", place.uid)
    .where("kind", "=", "move")
    .orderBy("id")
    .execute();
  if (!first || first.target_folder_id === "" || others.length === 0) return;
  await db
    .updateTable("pending_operations")
    .set({ kind: "copy", folder_id: first.target_folder_id, uid: -first.id, uid_validity: 0 })
    .where((row) =>
      areNumbered(
        row,
        userId,
        others.map(({ id }) => id),
      ),
    )
    .execute();
}
