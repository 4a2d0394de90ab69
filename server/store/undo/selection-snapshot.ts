import type { FolderId, MessageId, UserId } from "@inlet/contract/ids.ts";
import type { Reader } from "#/store/engine/database.ts";
import { foldersOf } from "#/store/folders/queries.ts";
import type { FolderRow, LocationRow } from "#/store/engine/schema.ts";
import type { Writer } from "#/store/engine/writer.ts";

/**
 * Snapshot of the locations that were occupied at the time of the request for a bulk change. A folder's UIDs grow (RFC 3501,
 * 2.3.1.1): one number covers most of them. Messages at other locations, with a pending move or ahead of the folder's sync, have
 * rows of `bulk_standing`: there may be as many as there are messages.
 */
export interface Snapshot {
  bulkId: string;
  folders: Record<FolderId, FolderThen>;
}

interface FolderThen {
  uidValidity: number;
  /** Includes all locations below this UID. */
  below: number;
}

/** Maximum number of rows of bulk_standing that one transaction deletes. */
const forgetBatchSize = 2000;

/** Records a snapshot of the folders for a change. */
export async function storeSnapshot(
  { db }: Writer,
  userId: UserId,
  bulkId: string,
  isMeant: (folder: FolderRow) => boolean,
): Promise<Snapshot> {
  const folders: Snapshot["folders"] = {};
  for (const folder of (await foldersOf(db, userId)).filter(isMeant)) {
    const { id, is_complete: isComplete, uid_validity: uidValidity } = folder;
    const locations = db
      .selectFrom("message_locations")
      .where("user_id", "=", userId)
      .where("folder_id", "=", id);
    const newest = await locations.select("uid").orderBy("uid", "desc").limit(1).executeTakeFirst();
    const highest = Math.max(newest?.uid ?? 0, 0);
    // In a folder that is synced for the first time, messages below may still arrive.
    const below = isComplete === 1 ? folder.uid_next : highest + 1;
    await db
      .insertInto("bulk_standing")
      .columns(["user_id", "bulk_id", "message_id", "folder_id"])
      .expression(
        locations
          .select((row) => ["user_id", row.val(bulkId).as("bulk_id"), "message_id", "folder_id"])
          .where((row) => row.or([row("uid", "<", 0), row("uid", ">=", below)])),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    folders[id] = { uidValidity, below };
  }
  return { bulkId, folders };
}

/** Deletes a slice of a change's snapshot; returns true if nothing is left. */
export async function deleteSnapshot(
  { db }: Writer,
  userId: UserId,
  bulkId: string,
): Promise<boolean> {
  const noted = db
    .selectFrom("bulk_standing as noted")
    .select("noted.message_id")
    .where("noted.user_id", "=", userId)
    .where("noted.bulk_id", "=", bulkId)
    .limit(forgetBatchSize);
  const { numDeletedRows } = await db
    .deleteFrom("bulk_standing")
    .where("user_id", "=", userId)
    .where("bulk_id", "=", bulkId)
    .where("message_id", "in", noted)
    .executeTakeFirst();
  return Number(numDeletedRows) < forgetBatchSize;
}

type Place = Pick<LocationRow, "folder_id" | "uid" | "message_id">;

/** Returns the given locations that the same message occupied at that time; all of them without a snapshot. */
export async function stillInSnapshot<Row extends Place>(
  reader: Reader,
  userId: UserId,
  rows: readonly Row[],
  existing: Snapshot | undefined,
): Promise<readonly Row[]> {
  if (existing === undefined || rows.length === 0) return rows;
  const folders = await foldersOf(reader, userId);
  const validities = new Map(folders.map((folder) => [folder.id, folder.uid_validity]));
  const isBelow = ({ folder_id: folderId, uid }: Row) => {
    const then = existing.folders[folderId];
    if (then === undefined || then.uidValidity !== validities.get(folderId)) return false;
    return uid > 0 && uid < then.below;
  };
  const noted = await notedOf(
    reader,
    userId,
    existing,
    rows.filter((row) => !isBelow(row)),
  );
  return rows.filter((row) => isBelow(row) || noted.has(placeKey(row)));
}

async function notedOf(
  reader: Reader,
  userId: UserId,
  { bulkId }: Snapshot,
  rows: readonly Place[],
): Promise<ReadonlySet<string>> {
  if (rows.length === 0) return new Set();
  const noted = await reader
    .selectFrom("bulk_standing")
    .select(["message_id", "folder_id"])
    .where("user_id", "=", userId)
    .where("bulk_id", "=", bulkId)
    .where("message_id", "in", [...new Set(rows.map((row) => row.message_id))])
    .execute();
  return new Set(noted.map(placeKey));
}

function placeKey({ folder_id, message_id }: { folder_id: FolderId; message_id: MessageId }) {
  return `${folder_id} ${message_id}`;
}
