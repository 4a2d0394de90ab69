import type { FolderId, MessageId, UserId } from "@inlet/contract/ids.ts";
import type { Reader } from "./database.ts";
import { foldersOf } from "./folders.ts";
import type { LocationRow } from "./tables.ts";

/** Which places were taken at some time. A folder's UIDs grow (RFC 3501, 2.3.1.1), so that one number tells of most. */
export interface Standing {
  folders: Record<FolderId, FolderThen>;
}

interface FolderThen {
  uidValidity: number;
  /** All places below this UID. */
  below: number;
  /** Who stood at other places: on the way there, or moved there ahead of the folder's sync. */
  messageIds: MessageId[];
}

/** The places that are taken now. */
export async function standingNow(reader: Reader, userId: UserId): Promise<Standing> {
  const folders: Standing["folders"] = {};
  for (const folder of await foldersOf(reader, userId)) {
    const { id, is_complete: isComplete, uid_validity: uidValidity } = folder;
    const locations = reader
      .selectFrom("message_locations")
      .where("user_id", "=", userId)
      .where("folder_id", "=", id);
    const newest = await locations.select("uid").orderBy("uid", "desc").limit(1).executeTakeFirst();
    const highest = Math.max(newest?.uid ?? 0, 0);
    // Of a folder that is read for the first time nobody knows what is still to come below.
    const below = isComplete === 1 ? folder.uid_next : highest + 1;
    const untold = await locations
      .select("message_id")
      .where((row) => row.or([row("uid", "<", 0), row("uid", ">=", below)]))
      .execute();
    const messageIds = untold.map((row) => row.message_id);
    folders[id] = { uidValidity, below, messageIds };
  }
  return { folders };
}

type Place = Pick<LocationRow, "folder_id" | "uid" | "message_id">;

/** Of these places the ones that were taken then, by the same message; all of them when nothing is known. */
export async function stillStanding<Row extends Place>(
  reader: Reader,
  userId: UserId,
  rows: readonly Row[],
  standing: Standing | undefined,
): Promise<readonly Row[]> {
  if (standing === undefined || rows.length === 0) return rows;
  const folders = await foldersOf(reader, userId);
  const validities = new Map(folders.map((folder) => [folder.id, folder.uid_validity]));
  const named = new Map(
    Object.entries(standing.folders).map(([id, then]) => [id, new Set(then.messageIds)]),
  );
  return rows.filter(({ folder_id: folderId, uid, message_id: messageId }) => {
    if (named.get(folderId)?.has(messageId)) return true;
    const then = standing.folders[folderId];
    if (then === undefined || then.uidValidity !== validities.get(folderId)) return false;
    return uid > 0 && uid < then.below;
  });
}
