import type { FolderId, MessageId, UserId } from "@inlet/contract/ids.ts";
import { dropLocations } from "../drop-locations.ts";
import { applyOperations, flagColumns } from "../flags.ts";
import { folderById } from "../folders.ts";
import { inChunks } from "../in-chunks.ts";
import { pendingFlags } from "../pending-flags.ts";
import { refreshMessages } from "../refresh-messages.ts";
import type { Writer } from "../writer.ts";
import type { Command } from "./command.ts";

export interface SeenFlags {
  uid: number;
  flags: string[];
}

/** What the server says the flags are. A change that it has yet to be told of stays. */
export const setLocationFlags: Command<{ folderId: FolderId; items: SeenFlags[] }, void> = {
  durable: false,
  async run(writer, { folderId, items }) {
    const folder = await folderById(writer.db, folderId);
    if (!folder) return;
    await writer.lock(folder.user_id);
    const touched: MessageId[] = [];
    for (const some of inChunks(items)) {
      touched.push(...(await setFlags(writer, folder.user_id, folderId, some)));
    }
    const { gone, changed } = await refreshMessages(writer, folder.user_id, touched);
    await writer.change(folder.user_id, "message.gone", gone);
    await writer.change(folder.user_id, "message.changed", changed);
  },
};

async function setFlags(
  writer: Writer,
  userId: UserId,
  folderId: FolderId,
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
    const operations = pending.get(row.message_id)?.map(({ operation }) => operation) ?? [];
    const columns = flagColumns(applyOperations(flagsOf.get(row.uid) ?? [], operations));
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

/** These messages are no longer in the folder. */
export const vanishLocations: Command<{ folderId: FolderId; uids: number[] }, void> = {
  durable: false,
  async run(writer, { folderId, uids }) {
    const folder = await folderById(writer.db, folderId);
    if (!folder) return;
    await writer.lock(folder.user_id);
    await dropLocations(writer, { userId: folder.user_id, folderId, uids });
    await writer.change(folder.user_id, "folder.changed", [folderId]);
  },
};
