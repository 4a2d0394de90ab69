import type { AttachmentId, MessageId, UserId } from "@inlet/contract/ids.ts";
import { bit } from "#/store/engine/bit.ts";
import { inChunks } from "#/store/engine/chunks.ts";
import { newId } from "#/store/engine/new-id.ts";
import { plainText } from "#/store/engine/storable-text.ts";
import type { IncomingAttachment } from "./ingest-types.ts";
import type { Writer } from "#/store/engine/writer.ts";

/** Stores the attachments of a user's messages, in the order of each message. */
export async function storeAttachments(
  { db, now }: Writer,
  userId: UserId,
  messages: readonly { messageId: MessageId; attachments: readonly IncomingAttachment[] }[],
): Promise<void> {
  const rows = messages.flatMap(({ messageId, attachments }) =>
    attachments.map((attachment, position) => ({
      id: newId<AttachmentId>(now),
      user_id: userId,
      message_id: messageId,
      position,
      part: attachment.part,
      filename: plainText(attachment.filename),
      type: plainText(attachment.type),
      size_bytes: attachment.sizeBytes,
      content_id: plainText(attachment.contentId),
      is_inline: bit(attachment.isInline),
      sha256: attachment.sha256,
    })),
  );
  for (const some of inChunks(rows, 1000))
    await db.insertInto("attachments").values(some).execute();
}
