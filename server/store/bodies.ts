import type { MessageId, UserId } from "@inlet/contract/ids.ts";
import type { Reader } from "./database.ts";
import type { BodyRow } from "./tables.ts";

/** The texts of a message. */
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
