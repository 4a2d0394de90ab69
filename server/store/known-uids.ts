import type { MessageId } from "@inlet/contract/ids.ts";
import { inChunks } from "./in-chunks.ts";
import { leavingFolder } from "./locations.ts";
import type { FolderRow } from "./tables.ts";
import type { Writer } from "./writer.ts";

/** Which of these UIDs the folder has here already, and whose they are. */
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
    // What was moved away or deleted here must not come back before its server has heard of it.
    const leaving = await leavingFolder(db, folder.user_id, folder.id, some);
    for (const row of [...rows, ...leaving]) known.set(row.uid, row.message_id);
  }
  return known;
}
