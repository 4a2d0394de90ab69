import type { MessageId } from "@inlet/contract/ids.ts";
import { inChunks } from "#/store/engine/chunks.ts";
import { leavingFolder } from "./queries.ts";
import type { FolderRow } from "#/store/engine/schema.ts";
import type { Writer } from "#/store/engine/writer.ts";

/** Returns the given UIDs that are known in the folder, with their messages. */
export async function knownUids(
  { db }: Writer,
  folder: FolderRow,
  uids: readonly number[],
): Promise<Map<number, MessageId>> {
  const known = new Map<number, MessageId>();
  for (const some of inChunks(uids)) {
    const rows = await db
      .selectFrom("message_locations")
      .select(["uid", "message_id"])
      .where("user_id", "=", folder.user_id)
      .where("folder_id", "=", folder.id)
      .where("uid", "in", some)
      .execute();
    // A message that was moved or deleted here must not return before that was pushed to its server.
    const leaving = await leavingFolder(db, folder.user_id, folder.id, some);
    for (const row of [...rows, ...leaving]) known.set(row.uid, row.message_id);
  }
  return known;
}
