import type { FolderId, UserId } from "@inlet/contract/ids.ts";
import { requeueFlags } from "#/store/messages/copy-pending-flags.ts";
import { lookAfterDrafts } from "#/store/drafts/close-draft.ts";
import { sql } from "kysely";
import { folderById, viewsOf } from "#/store/folders/queries.ts";
import { inChunks } from "#/store/engine/chunks.ts";
import { leavingFolder } from "./queries.ts";
import {
  areNumbered,
  dropPending,
  movePending,
  pendingById,
  type PendingRow,
  queueDeparture,
  queueDepartures,
  readDeparture,
} from "#/store/pending/queries.ts";
import { pendingFlags } from "#/store/pending/pending-flags.ts";
import { putLocation } from "./restore-location.ts";
import type { FolderRow, LocationRow, LocationRole } from "#/store/engine/schema.ts";
import type { Writer } from "#/store/engine/writer.ts";

/* A location that was moved or copied here, but not yet on its server, has the negated number of that operation as its UID:
   (folder, -id). It becomes real when the operation is done or when the folder's sync finds the message, whichever comes first.
   Later changes are pending at (folder, -id) and wait for the same moment. A location that a message is leaving has no row; as
   long as its operation is pending, sync counts it as known. */

/** Moves a location to another folder of its account. A pending move that was not pushed yet is changed instead. */
export async function moveLocation(
  writer: Writer,
  location: LocationRow,
  target: FolderRow,
): Promise<void> {
  const { user_id: userId, folder_id: folderId, uid } = location;
  const maker = uid < 0 ? await pendingById(writer, userId, -uid) : undefined;
  if (maker && maker.folder_id === target.id && (await canBeUndone(writer, maker))) {
    return revertOperation(writer, maker);
  }
  if (maker && isUntouched(maker)) {
    await writer.db
      .updateTable("pending_operations")
      .set({ target_folder_id: target.id })
      .where("user_id", "=", userId)
      .where("id", "=", maker.id)
      .execute();
    const there = { folderId: target.id, uid };
    await movePending(writer, userId, { folderId, uid }, { ...there, uidValidity: 0 });
    return place(writer, location, { ...there, role: target.role });
  }
  if (staysInView(await viewsOf(writer.db, userId), location, target)) {
    if (uid > 0) await copyLocation(writer, location, target);
    else {
      const copyId = await queueDeparture(writer, location, { kind: "copy", target });
      await place(writer, location, { folderId: target.id, uid: -copyId, role: target.role });
    }
    return;
  }
  const id = await queueDeparture(writer, location, { kind: "move", target });
  await place(writer, location, { folderId: target.id, uid: -id, role: target.role });
}

/** Moves multiple locations to one folder of their account. */
export async function moveLocations(
  writer: Writer,
  locations: readonly LocationRow[],
  target: FolderRow,
): Promise<void> {
  const views = await viewsOf(writer.db, target.user_id);
  const young = await youngMakers(writer, target.user_id, locations);
  const isBulk = (location: LocationRow) =>
    !young.has(-location.uid) && !staysInView(views, location, target);
  for (const location of locations) {
    if (!isBulk(location)) await moveLocation(writer, location, target);
  }
  const numbered = locations.filter(isBulk);
  const queued = await queueDepartures(writer, numbered, { kind: "move", target });
  for (const [folderId, some] of Map.groupBy(queued, (one) => one.folder_id)) {
    await writer.db
      .updateTable("message_locations")
      .set((location) => ({
        folder_id: target.id,
        role: target.role,
        // The operation's number, negated.
        uid: sql<number>`-(${location
          .selectFrom("pending_operations as o")
          .select((operation) => operation.fn.max("o.id").as("id"))
          .whereRef("o.user_id", "=", "message_locations.user_id")
          .whereRef("o.folder_id", "=", "message_locations.folder_id")
          .whereRef("o.uid", "=", "message_locations.uid")
          .where("o.kind", "=", "move")})`,
      }))
      .where("user_id", "=", target.user_id)
      .where("folder_id", "=", folderId)
      .where(
        "uid",
        "in",
        some.map(({ uid }) => uid),
      )
      .execute();
  }
}

/** Returns the ids of the operations that create these locations and were not pushed yet. */
async function youngMakers(
  { db }: Writer,
  userId: UserId,
  locations: readonly LocationRow[],
): Promise<ReadonlySet<number>> {
  const young = new Set<number>();
  const toCome = locations.filter(({ uid }) => uid < 0);
  for (const some of inChunks(toCome)) {
    const ids = some.map(({ uid }) => -uid);
    const rows = await db
      .selectFrom("pending_operations")
      .select("id")
      .where((row) => areNumbered(row, userId, ids))
      .where("attempts", "=", 0)
      .execute();
    for (const { id } of rows) young.add(id);
  }
  return young;
}

/** Messages in a virtual folder, such as Gmail's All Mail, leave it only for Trash and Spam; any other move adds a location. */
function staysInView(
  views: ReadonlySet<FolderId>,
  location: LocationRow,
  { role }: FolderRow,
): boolean {
  return views.has(location.folder_id) && role !== "trash" && role !== "spam";
}

/** Reports whether a move or copy can be canceled: it was never tried, and the source of a copy still exists. */
async function canBeUndone(writer: Writer, maker: PendingRow): Promise<boolean> {
  const { kind, attempts, uid, user_id: userId, folder_id: folderId } = maker;
  if (attempts > 0 || uid === 0) return false;
  return kind === "move" || (await locationAt(writer, userId, folderId, uid)) !== undefined;
}

/** Reports whether the operation was not pushed, and the message's location on the server is known. */
function isUntouched({ kind, attempts, uid }: PendingRow): boolean {
  return kind === "move" && attempts === 0 && uid !== 0;
}

/** Copies a location to another folder. Returns the operation's number. */
export async function copyLocation(
  writer: Writer,
  location: LocationRow,
  target: FolderRow,
): Promise<number> {
  const id = await queueDeparture(writer, location, { kind: "copy", target });
  const copy = { ...location, folder_id: target.id, uid: -id, role: target.role };
  await writer.db.insertInto("message_locations").values(copy).execute();
  return id;
}

/** Removes locations now, and from their server not before `runAt`. Returns the operations. */
export async function deleteLocations(
  writer: Writer,
  userId: UserId,
  locations: readonly LocationRow[],
  { runAt, isCopy = false }: { runAt: number; isCopy?: boolean },
): Promise<Pick<PendingRow, "id" | "message_id">[]> {
  const queued = await queueDepartures(writer, locations, { kind: "delete", runAt, isCopy });
  for (const [folderId, some] of Map.groupBy(locations, (one) => one.folder_id)) {
    await writer.db
      .deleteFrom("message_locations")
      .where("user_id", "=", userId)
      .where("folder_id", "=", folderId)
      .where(
        "uid",
        "in",
        some.map(({ uid }) => uid),
      )
      .execute();
  }
  return queued;
}

/** Restores a location whose deletion was not pushed yet. */
export async function restoreDeleted(writer: Writer, deletion: PendingRow): Promise<void> {
  await dropPending(writer, deletion.user_id, deletion.id);
  const folder = await folderById(writer.db, deletion.folder_id);
  // Without a UID, the server's state is unknown: the next sync of the folder restores the message.
  if (!folder || deletion.uid === 0) return;
  await putLocation(writer, folder, {
    messageId: deletion.message_id,
    uid: deletion.uid,
    flags: readDeparture(deletion.operation_json).flags,
  });
}

/** Cancels a move or copy: the message returns to its previous location, together with its other pending operations. */
export async function revertOperation(writer: Writer, operation: PendingRow): Promise<void> {
  const { user_id: userId, id, kind, target_folder_id: target } = operation;
  await dropPending(writer, userId, id);
  if (target === "") return;
  const here = { folderId: target, uid: -id };
  const origin = await folderById(writer.db, operation.folder_id);
  const back = { folderId: operation.folder_id, uid: operation.uid };
  if (kind === "copy" || origin === undefined || operation.uid === 0) {
    if (kind === "copy" && operation.uid !== 0) await copyInstead(writer, operation);
    return dropPlace(writer, userId, here);
  }
  const made = await locationAt(writer, userId, target, -id);
  await movePending(writer, userId, here, { ...back, uidValidity: operation.uid_validity });
  if (made) await place(writer, made, { ...back, role: origin.role });
}

/** Completes a move or copy: the message has this UID in the target, or 0 if it is unknown. Sync may have found it first. */
export async function arrive(
  writer: Writer,
  operation: PendingRow,
  { uid, uidValidity }: { uid: number; uidValidity: number },
): Promise<LocationRow["message_id"][]> {
  const { user_id: userId, id, target_folder_id: target } = operation;
  await dropPending(writer, userId, id);
  const left = { userId, folderId: operation.folder_id, uids: [operation.uid] };
  if (operation.uid > 0) await lookAfterDrafts(writer, left);
  const origin = await folderById(writer.db, operation.folder_id);
  if (origin?.role === "drafts") {
    await writer.change(userId, "draft.changed", [operation.message_id]);
  }
  if (target === "") return [];
  const made = await locationAt(writer, userId, target, -id);
  const found = uid > 0 ? await locationAt(writer, userId, target, uid) : undefined;
  const waiting = await movePending(
    writer,
    userId,
    { folderId: target, uid: -id },
    { folderId: target, uid, uidValidity },
  );
  if (waiting > 0) await writer.job("tell-server", userId, operation.account_id);
  const isLeaving = uid > 0 && (await leavingFolder(writer.db, userId, target, [uid])).length > 0;
  if (uid > 0 && made && !found && !isLeaving) {
    await place(writer, made, { folderId: target, uid, role: made.role });
    await requeueUnapplied(writer, { ...made, uid });
    return [];
  }
  if (made) await removeLocation(writer, made);
  // Sync found it first, and did not know that it is to move again.
  if (found && isLeaving) await removeLocation(writer, found);
  if (!found || found.message_id === operation.message_id) return [];
  // Sync did not recognize the message and stored it as a new one.
  if (made && !isLeaving) {
    await removeLocation(writer, found);
    await writer.db
      .insertInto("message_locations")
      .values({ ...made, uid })
      .execute();
  }
  return [found.message_id];
}

/** Applies a change that failed at the old location to the new one. */
async function requeueUnapplied(writer: Writer, location: LocationRow): Promise<void> {
  const { message_id: messageId, folder_id: folderId, uid } = location;
  const pending = await pendingFlags(writer, location.user_id, [messageId]);
  const waiting = (pending.get(messageId) ?? []).filter(
    (one) => one.uid === 0 || (one.folderId === folderId && one.uid === uid),
  );
  await requeueFlags(writer, location, waiting);
}

/** Changes the folder and UID of a location. */
async function place(
  { db }: Writer,
  location: LocationRow,
  to: { folderId: FolderId; uid: number; role: LocationRole },
): Promise<void> {
  await db
    .updateTable("message_locations")
    .set({ folder_id: to.folderId, uid: to.uid, role: to.role })
    .where("user_id", "=", location.user_id)
    .where("folder_id", "=", location.folder_id)
    .where("uid", "=", location.uid)
    .execute();
}

async function locationAt(
  { db }: Writer,
  userId: UserId,
  folderId: FolderId,
  uid: number,
): Promise<LocationRow | undefined> {
  return db
    .selectFrom("message_locations")
    .selectAll()
    .where("user_id", "=", userId)
    .where("folder_id", "=", folderId)
    .where("uid", "=", uid)
    .executeTakeFirst();
}

async function removeLocation({ db }: Writer, location: LocationRow): Promise<void> {
  await db
    .deleteFrom("message_locations")
    .where("user_id", "=", location.user_id)
    .where("folder_id", "=", location.folder_id)
    .where("uid", "=", location.uid)
    .execute();
}

/** Operations that would have used the result of a cancelled copy, in any folder, now copy the original message. */
async function copyInstead({ db }: Writer, copy: PendingRow): Promise<void> {
  const { user_id: userId, id, target_folder_id: target } = copy;
  if (target === "") return;
  const { folder_id, uid, uid_validity } = copy;
  await db
    .updateTable("pending_operations")
    .set({ kind: "copy", folder_id, uid, uid_validity })
    .where("user_id", "=", userId)
    .where("folder_id", "=", target)
    .where("uid", "=", -id)
    .where("kind", "in", ["move", "copy"])
    .execute();
}

/** Drops a location that will not come to exist, and the locations that were to follow from it. */
async function dropPlace(
  writer: Writer,
  userId: UserId,
  { folderId, uid }: { folderId: FolderId; uid: number },
): Promise<void> {
  const made = await locationAt(writer, userId, folderId, uid);
  if (made) await removeLocation(writer, made);
  const dropped = await writer.db
    .deleteFrom("pending_operations")
    .where("user_id", "=", userId)
    .where("folder_id", "=", folderId)
    .where("uid", "=", uid)
    .returning(["id", "target_folder_id"])
    .execute();
  for (const { id, target_folder_id: target } of dropped) {
    if (target !== "") await dropPlace(writer, userId, { folderId: target, uid: -id });
  }
}
