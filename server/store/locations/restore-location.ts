import type { MessageId } from "@inlet/contract/ids.ts";
import { flagColumns } from "#/store/messages/flags.ts";
import { repeatedColumns } from "#/store/classification/classify-messages.ts";
import type { FolderRow } from "#/store/engine/schema.ts";
import type { Writer } from "#/store/engine/writer.ts";

/** Puts a stored message back into a folder. Does nothing if the message is not stored any more. */
export async function putLocation(
  { db }: Writer,
  folder: FolderRow,
  { messageId, uid, flags }: { messageId: MessageId; uid: number; flags: readonly string[] },
): Promise<void> {
  const message = await db
    .selectFrom("messages")
    .select(["date_key", "list_key", "snoozed_until", ...repeatedColumns])
    .where("user_id", "=", folder.user_id)
    .where("id", "=", messageId)
    .executeTakeFirst();
  if (!message) return;
  const isSnoozed = message.snoozed_until > 0 && folder.role === "inbox";
  await db
    .insertInto("message_locations")
    .values({
      user_id: folder.user_id,
      account_id: folder.account_id,
      folder_id: folder.id,
      uid,
      message_id: messageId,
      role: isSnoozed ? "snoozed" : folder.role,
      date_key: message.list_key || message.date_key,
      ...flagColumns(flags),
      is_twin: 0,
      has_attachments: message.has_attachments,
      category: message.category,
      priority: message.priority,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
