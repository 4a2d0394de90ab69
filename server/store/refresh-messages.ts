import type { MessageId, UserId } from "@inlet/contract/ids.ts";
import { flagColumns, readFlags } from "./flags.ts";
import { inChunks } from "./in-chunks.ts";
import type { Writer } from "./writer.ts";

/**
 * After the locations of these messages changed: a message's flags are the union over its locations, and one without
 * any is an orphan from now on. Answers which messages went and which look different.
 */
export async function refreshMessages(
  { db, now }: Writer,
  userId: UserId,
  messageIds: readonly MessageId[],
): Promise<{ gone: MessageId[]; changed: MessageId[] }> {
  const gone: MessageId[] = [];
  const changed: MessageId[] = [];
  for (const ids of inChunks([...new Set(messageIds)])) {
    const messages = await db
      .selectFrom("messages")
      .select(["id", "flags_json", "orphaned_at"])
      .where("user_id", "=", userId)
      .where("id", "in", ids)
      .execute();
    const locations = await db
      .selectFrom("message_locations")
      .select(["message_id", "flags_json"])
      .where("user_id", "=", userId)
      .where("message_id", "in", ids)
      .execute();
    const ofMessage = Map.groupBy(locations, (row) => row.message_id);
    for (const message of messages) {
      const here = ofMessage.get(message.id) ?? [];
      const isOrphan = here.length === 0;
      if (isOrphan && message.orphaned_at > 0) continue;
      const columns = flagColumns(here.flatMap((row) => readFlags(row.flags_json)));
      const isSame = columns.flags_json === message.flags_json;
      if (!isOrphan && isSame && message.orphaned_at === 0) continue;
      (isOrphan ? gone : changed).push(message.id);
      await db
        .updateTable("messages")
        .set(isOrphan ? { orphaned_at: now } : { ...columns, orphaned_at: 0 })
        .where("user_id", "=", userId)
        .where("id", "=", message.id)
        .execute();
    }
  }
  return { gone, changed };
}
