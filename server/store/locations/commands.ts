import type { FolderId, MessageId } from "@inlet/contract/ids.ts";
import { dropLocations } from "./remove-locations.ts";
import { applyOperations, flagColumns } from "../messages/flags.ts";
import { folderById } from "../folders/queries.ts";
import { inChunks } from "../engine/chunks.ts";
import { recordServerLabels } from "../labels/queries.ts";
import { forgetMarked, isMarked, markedAmong, recordMarked } from "./deleted-marks.ts";
import { pendingFlags } from "../pending/pending-flags.ts";
import { putLocation } from "./restore-location.ts";
import { refreshMessages } from "../messages/refresh-messages.ts";
import type { FolderRow } from "../engine/schema.ts";
import { pushedSince } from "../pending/pushed-changes.ts";
import { settleDuplicates } from "./duplicates.ts";
import type { Writer } from "../engine/writer.ts";
import type { Command } from "#/store/commands/command.ts";

export interface SeenFlags {
  uid: number;
  flags: string[];
}

/**
 * Stores flags as the server reported them. Pending changes stay, and so do changes that were pushed since the request: returns
 * false if there were any, as their flags must be fetched again.
 */
export const setLocationFlags: Command<
  { folderId: FolderId; items: SeenFlags[]; askedAt?: number },
  boolean
> = {
  durable: false,
  async run(writer, { folderId, items, askedAt = writer.now + 1 }) {
    const folder = await folderById(writer.db, folderId);
    if (!folder) return true;
    await writer.lock(folder.user_id);
    const uids = items.map(({ uid }) => uid);
    const pushed = await pushedSince(writer, folder, uids, askedAt);
    const valid = items.filter(({ uid }) => !pushed.has(uid));
    const flagLists = valid.map(({ flags }) => flags);
    await recordServerLabels(writer, folder.user_id, flagLists);
    const touched: MessageId[] = [];
    for (const some of inChunks(valid)) {
      touched.push(...(await hideMarked(writer, folder, some)));
      touched.push(...(await setFlags(writer, folder, some)));
    }
    const { gone, changed } = await refreshMessages(writer, folder.user_id, touched);
    await writer.change(folder.user_id, "message.gone", gone);
    await writer.change(folder.user_id, "message.changed", changed);
    return pushed.size === 0;
  },
};

/** Hides the messages that the server has marked as deleted, and shows those that have lost the mark. */
async function hideMarked(
  writer: Writer,
  folder: FolderRow,
  items: readonly SeenFlags[],
): Promise<MessageId[]> {
  const { user_id: userId, id: folderId } = folder;
  const flagsOf = new Map(items.map(({ uid, flags }) => [uid, flags]));
  const known = await markedAmong(writer, folder, [...flagsOf.keys()]);
  const here = await placesAt(
    writer,
    folder,
    items.filter(({ flags }) => isMarked(flags)).map(({ uid }) => uid),
  );
  const places = [...known, ...here].map(({ uid, messageId }) => {
    return { uid, messageId, flags: flagsOf.get(uid) ?? [] };
  });
  if (places.length === 0) return [];
  await dropLocations(writer, { userId, folderId, uids: here.map(({ uid }) => uid) });
  await forgetMarked(writer, { userId, folderId, uids: places.map(({ uid }) => uid) });
  await recordMarked(
    writer,
    folder,
    places.filter(({ flags }) => isMarked(flags)),
  );
  const back = places.filter(({ flags }) => !isMarked(flags));
  for (const place of back) await putLocation(writer, folder, place);
  const shown = back.map(({ messageId }) => messageId);
  await settleDuplicates(writer, userId, shown);
  return shown;
}

async function placesAt(
  { db }: Writer,
  folder: FolderRow,
  uids: readonly number[],
): Promise<{ uid: number; messageId: MessageId }[]> {
  if (uids.length === 0) return [];
  return db
    .selectFrom("message_locations")
    .select(["uid", "message_id as messageId"])
    .where("user_id", "=", folder.user_id)
    .where("folder_id", "=", folder.id)
    .where("uid", "in", uids)
    .execute();
}

async function setFlags(
  writer: Writer,
  { user_id: userId, id: folderId, path }: FolderRow,
  items: SeenFlags[],
): Promise<MessageId[]> {
  const { db } = writer;
  const rows = await db
    .selectFrom("message_locations")
    .select(["uid", "message_id", "flags_json"])
    .where("user_id", "=", userId)
    .where("folder_id", "=", folderId)
    .where(
      "uid",
      "in",
      items.map(({ uid }) => uid),
    )
    .execute();
  const pending = await pendingFlags(
    writer,
    userId,
    rows.map((row) => row.message_id),
  );
  const flagsOf = new Map(items.map(({ uid, flags }) => [uid, flags]));
  const touched: MessageId[] = [];
  for (const row of rows) {
    // Operations with an unknown location are left out: they were applied here too, and are pushed separately.
    const operations = (pending.get(row.message_id) ?? [])
      .filter((one) => one.folderId === folderId && one.uid === row.uid)
      .map((one) => one.operation);
    const columns = flagColumns(applyOperations(flagsOf.get(row.uid) ?? [], operations, path));
    if (columns.flags_json === row.flags_json) continue;
    touched.push(row.message_id);
    await db
      .updateTable("message_locations")
      .set(columns)
      .where("user_id", "=", userId)
      .where("folder_id", "=", folderId)
      .where("uid", "=", row.uid)
      .execute();
  }
  return touched;
}

/** Removes the locations of messages that have left the folder. */
export const vanishLocations: Command<{ folderId: FolderId; uids: number[] }, void> = {
  durable: false,
  async run(writer, { folderId, uids }) {
    const folder = await folderById(writer.db, folderId);
    if (!folder) return;
    await writer.lock(folder.user_id);
    await dropLocations(writer, { userId: folder.user_id, folderId, uids });
    await forgetMarked(writer, { userId: folder.user_id, folderId, uids });
    await writer.change(folder.user_id, "folder.changed", [folderId]);
  },
};
