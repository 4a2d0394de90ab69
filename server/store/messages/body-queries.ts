import type { MessageId, UserId } from "@inlet/contract/ids.ts";
import type { Reader } from "#/store/engine/database.ts";
import type { BodyRow } from "#/store/engine/schema.ts";

/** Returns the text and HTML of a message. */
export async function getBody(
  reader: Reader,
  userId: UserId,
  messageId: MessageId,
): Promise<BodyRow | undefined> {
  return reader
    .selectFrom("bodies")
    .selectAll()
    .where("user_id", "=", userId)
    .where("message_id", "=", messageId)
    .executeTakeFirst();
}

/** Returns the plain texts of the user's newest own messages, newest first. */
export async function ownTexts(
  reader: Reader,
  userId: UserId,
  messageIds: readonly MessageId[],
): Promise<string[]> {
  if (messageIds.length === 0) return [];
  const rows = await reader
    .selectFrom("bodies")
    .select(["message_id", "text"])
    .where("user_id", "=", userId)
    .where("message_id", "in", messageIds)
    .execute();
  const texts = new Map(rows.map(({ message_id: id, text }) => [id, text]));
  return messageIds.flatMap((id) => texts.get(id) ?? []);
}
