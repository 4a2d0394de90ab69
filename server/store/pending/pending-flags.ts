import type { FolderId, MessageId, UserId } from "@inlet/contract/ids.ts";
import { type FlagsOperation, readOperation } from "#/store/messages/flags.ts";
import { inChunks } from "#/store/engine/chunks.ts";
import type { PendingKind } from "#/store/messages/filing-schema.ts";
import type { Writer } from "#/store/engine/writer.ts";

export interface PendingFlags {
  id: number;
  folderId: FolderId;
  uid: number;
  kind: PendingKind;
  operation: FlagsOperation;
}

/** Returns the operations that are applied on top of the server's flags of each message, the oldest first. */
export async function pendingFlags(
  { db }: Writer,
  userId: UserId,
  messageIds: readonly MessageId[],
): Promise<Map<MessageId, PendingFlags[]>> {
  const pending = new Map<MessageId, PendingFlags[]>();
  for (const ids of inChunks(messageIds)) {
    const rows = await db
      .selectFrom("pending_operations")
      .select(["id", "message_id", "folder_id", "uid", "kind", "operation_json"])
      .where("user_id", "=", userId)
      .where("message_id", "in", ids)
      .where("kind", "in", ["flags", "local"])
      .orderBy("id")
      .execute();
    for (const row of rows) {
      const list = pending.get(row.message_id) ?? [];
      const operation = readOperation(row.operation_json);
      list.push({ id: row.id, folderId: row.folder_id, uid: row.uid, kind: row.kind, operation });
      pending.set(row.message_id, list);
    }
  }
  return pending;
}
