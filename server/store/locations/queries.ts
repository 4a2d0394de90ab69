import type { AccountId, FolderId, MessageId, UserId } from "@inlet/contract/ids.ts";
import type { Reader } from "#/store/engine/database.ts";
import { departures, type PendingRow, readDeparture } from "#/store/pending/queries.ts";
import type { LocationRow, MessageRow } from "#/store/engine/schema.ts";

/** Returns the known state of a folder on its server, by UID, including messages with a pending departure. */
export async function uidsOf(
  reader: Reader,
  userId: UserId,
  folderId: FolderId,
): Promise<(Pick<LocationRow, "uid" | "flags_json" | "message_id"> & { isLeaving: boolean })[]> {
  const rows = await reader
    .selectFrom("message_locations")
    .select(["uid", "flags_json", "message_id"])
    .where("user_id", "=", userId)
    .where("folder_id", "=", folderId)
    .where("uid", ">", 0)
    .orderBy("uid")
    .execute();
  const here = rows.map((row) => ({ ...row, isLeaving: false }));
  const leaving = await leavingFolder(reader, userId, folderId);
  if (leaving.length === 0) return here;
  const left = leaving.map(({ uid, message_id, kind, operation_json: json }) => {
    // A message that is marked as deleted may lose its mark again.
    const isMarked = kind === "left";
    const flags = isMarked ? readDeparture(json).flags : [];
    return { uid, message_id, flags_json: JSON.stringify(flags), isLeaving: !isMarked };
  });
  return [...here, ...left].toSorted((a, b) => a.uid - b.uid);
}

/** Returns messages that were moved out of the folder or deleted here, but not yet on its server. */
export async function leavingFolder(
  reader: Reader,
  userId: UserId,
  folderId: FolderId,
  among?: readonly number[],
): Promise<Pick<PendingRow, "uid" | "message_id" | "kind" | "operation_json">[]> {
  return reader
    .selectFrom("pending_operations")
    .select(["uid", "message_id", "kind", "operation_json"])
    .where("user_id", "=", userId)
    .where("folder_id", "=", folderId)
    .where("uid", ">", 0)
    .where((row) => (among === undefined ? row.lit(true) : row("uid", "in", among)))
    .where("kind", "in", departures)
    .execute();
}

/** Returns the next messages of a folder older than a key, visible in lists or not, and the key to continue from. */
export async function nextInFolder(
  reader: Reader,
  userId: UserId,
  folderId: FolderId,
  { before, limit }: { before: number; limit: number },
): Promise<{ ids: MessageId[]; before: number | null }> {
  const rows = await reader
    .selectFrom("message_locations")
    .select(["date_key", "message_id"])
    .where("user_id", "=", userId)
    .where("folder_id", "=", folderId)
    .where("date_key", "<", before)
    .orderBy("date_key", "desc")
    .limit(limit)
    .execute();
  return {
    ids: [...new Set(rows.map((row) => row.message_id))],
    before: rows.length < limit ? null : (rows.at(-1)?.date_key ?? null),
  };
}

type KnownMail = Pick<LocationRow, "uid"> &
  Pick<MessageRow, "message_id_header" | "size_bytes" | "internal_date">;

/** Returns the headers by which the folder's stored messages are recognized, newest first. */
export async function headersOf(
  reader: Reader,
  userId: UserId,
  folderId: FolderId,
  limit: number,
): Promise<KnownMail[]> {
  return reader
    .selectFrom("message_locations as l")
    .innerJoin("messages as m", (join) =>
      join.onRef("m.user_id", "=", "l.user_id").onRef("m.id", "=", "l.message_id"),
    )
    .select(["l.uid", "m.message_id_header", "m.size_bytes", "m.internal_date"])
    .where("l.user_id", "=", userId)
    .where("l.folder_id", "=", folderId)
    .where("l.uid", ">", 0)
    .orderBy("l.uid", "desc")
    .limit(limit)
    .execute();
}

/**
 * Returns a sample of the folder's messages on its server, to recognize the folder by, including those with a pending departure.
 */
export async function sampleOf(
  reader: Reader,
  userId: UserId,
  folderId: FolderId,
  limit: number,
): Promise<Pick<KnownMail, "uid" | "message_id_header">[]> {
  const here = await headersOf(reader, userId, folderId, limit);
  const leaving = await reader
    .selectFrom("pending_operations as o")
    .innerJoin("messages as m", (join) =>
      join.onRef("m.user_id", "=", "o.user_id").onRef("m.id", "=", "o.message_id"),
    )
    .select(["o.uid", "m.message_id_header"])
    .where("o.user_id", "=", userId)
    .where("o.folder_id", "=", folderId)
    .where("o.uid", ">", 0)
    .where("o.kind", "in", departures)
    .orderBy("o.uid", "desc")
    .limit(limit)
    .execute();
  return [...here, ...leaving];
}

/** Returns the locations of a message on the server: the current ones, and those it is still to leave. */
export async function serverPlacesOf(
  reader: Reader,
  userId: UserId,
  messageId: MessageId,
): Promise<{ folder_id: FolderId; uid: number }[]> {
  const locations = await locationsOf(reader, userId, messageId);
  const leaving = await reader
    .selectFrom("pending_operations")
    .select(["folder_id", "uid"])
    .where("user_id", "=", userId)
    .where("message_id", "=", messageId)
    .where("kind", "in", departures)
    .execute();
  return [...locations, ...leaving].filter(({ uid }) => uid > 0);
}

/** Returns the locations of a message. */
export async function locationsOf(
  reader: Reader,
  userId: UserId,
  messageId: MessageId,
): Promise<LocationRow[]> {
  return reader
    .selectFrom("message_locations")
    .selectAll()
    .where("user_id", "=", userId)
    .where("message_id", "=", messageId)
    .orderBy("folder_id")
    .orderBy("uid")
    .execute();
}

/**
 * Returns the operations queued for locations in the folder, with or without a UID. Left out are marks of deletion, which wait
 * for nothing, and changes of flags, which do not depend on this folder: their message may be found in any.
 */
export async function pendingIn(
  reader: Reader,
  userId: UserId,
  folderId: FolderId,
): Promise<number[]> {
  const rows = await reader
    .selectFrom("pending_operations")
    .select("id")
    .where("user_id", "=", userId)
    .where("folder_id", "=", folderId)
    .where("uid", ">=", 0)
    .where("kind", "not in", ["left", "flags", "local"])
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns the operations queued for messages at an unknown location, with the folders in which to search for them first. */
export async function searchedLocationsIn(
  reader: Reader,
  userId: UserId,
  accountId: AccountId,
): Promise<Pick<PendingRow, "id" | "folder_id" | "kind">[]> {
  return reader
    .selectFrom("pending_operations")
    .select(["id", "folder_id", "kind"])
    .where("user_id", "=", userId)
    .where("account_id", "=", accountId)
    .where("uid", "=", 0)
    .execute();
}
