import type { MessageId, UserId } from "@inlet/contract/ids.ts";
import { inChunks } from "#/store/engine/chunks.ts";
import { dropWords } from "#/store/search/index-words.ts";
import { dropMarks } from "#/store/search/index-marks.ts";
import type { Writer } from "#/store/engine/writer.ts";

/** Deletes messages with all dependent rows; no change is published, as the messages are not visible any more. */
export async function dropMessages(
  writer: Writer,
  userId: UserId,
  messages: readonly { id: MessageId; date_key: number }[],
): Promise<void> {
  for (const some of inChunks(messages)) {
    const ids = some.map(({ id }) => id);
    const keys = some.map((message) => message.date_key);
    await dropWords(writer, userId, keys);
    await dropMarks(writer, userId, keys);
    for (const table of [
      "bodies",
      "attachments",
      "pending_operations",
      "classifications",
      "unsorted_messages",
      "summaries",
      "prepared_answers",
      "calendar_messages",
    ] as const) {
      await writer.db
        .deleteFrom(table)
        .where("user_id", "=", userId)
        .where("message_id", "in", ids)
        .execute();
    }
    await writer.db
      .deleteFrom("messages")
      .where("user_id", "=", userId)
      .where("id", "in", ids)
      .execute();
  }
}
