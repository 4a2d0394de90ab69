import type { AttachmentId, MessageId, UserId } from "@inlet/contract/ids.ts";
import type { Reader } from "#/store/engine/database.ts";
import type { AttachmentRow } from "#/store/engine/schema.ts";

/** Returns the attachments of a message in their order. */
export async function attachmentsOf(
  reader: Reader,
  userId: UserId,
  messageId: MessageId,
): Promise<AttachmentRow[]> {
  return reader
    .selectFrom("attachments")
    .selectAll()
    .where("user_id", "=", userId)
    .where("message_id", "=", messageId)
    .orderBy("position")
    .execute();
}

/** Returns one attachment of a message. */
export async function getAttachment(
  reader: Reader,
  userId: UserId,
  messageId: MessageId,
  id: AttachmentId,
): Promise<AttachmentRow | undefined> {
  return reader
    .selectFrom("attachments")
    .selectAll()
    .where("user_id", "=", userId)
    .where("message_id", "=", messageId)
    .where("id", "=", id)
    .executeTakeFirst();
}
