import type { FolderId, MessageId, UserId } from "@inlet/contract/ids.ts";
import type { Reader } from "#/store/engine/database.ts";

/**
 * Returns the folders of messages. A virtual folder, such as Gmail's All Mail, is named only for a message that is in nothing
 * else.
 */
export async function foldersHolding(
  reader: Reader,
  userId: UserId,
  ids: readonly MessageId[],
): Promise<Map<MessageId, FolderId[]>> {
  const holding = new Map<MessageId, FolderId[]>();
  if (ids.length === 0) return holding;
  const rows = await reader
    .selectFrom("message_locations as l")
    .innerJoin("folders as f", (join) =>
      join.onRef("f.user_id", "=", "l.user_id").onRef("f.id", "=", "l.folder_id"),
    )
    .select(["l.message_id", "l.folder_id", "f.is_view"])
    .where("l.user_id", "=", userId)
    .where("l.message_id", "in", ids)
    .orderBy("f.is_view")
    .orderBy("f.name")
    .execute();
  for (const { message_id: id, folder_id: folderId, is_view: isView } of rows) {
    const known = holding.get(id) ?? [];
    if (known.includes(folderId) || (isView === 1 && known.length > 0)) continue;
    holding.set(id, [...known, folderId]);
  }
  return holding;
}
