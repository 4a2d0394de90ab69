import { MessageId, type OutboxId, type UserId } from "@inlet/contract/ids.ts";
import { z } from "zod";
import { storeFlags } from "#/store/messages/change-flags.ts";
import { recordReply } from "#/store/classification/record-usage.ts";
import { refreshMessages } from "#/store/messages/refresh-messages.ts";
import type { Writer } from "#/store/engine/writer.ts";

/** The message that an outgoing message answers or forwards, as stored by mail/sending/sending.ts. */
const Related = z.object({
  inReplyTo: MessageId.nullish(),
  forwardOf: MessageId.nullish(),
});

/**
 * Marks the message that a sent message answers as answered (RFC 3501, 2.3.2), and one that it forwards as forwarded (RFC 5788).
 */
export async function markAnswered(writer: Writer, userId: UserId, id: OutboxId): Promise<void> {
  const { db } = writer;
  const row = await db
    .selectFrom("outbox")
    .select("draft_json")
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) return;
  const { inReplyTo, forwardOf } = Related.parse(JSON.parse(row.draft_json));
  for (const [messageId, flag] of [
    [inReplyTo, "\\Answered"],
    [forwardOf, "$Forwarded"],
  ] as const) {
    if (!messageId) continue;
    const locations = await db
      .selectFrom("message_locations")
      .selectAll()
      .where("user_id", "=", userId)
      .where("message_id", "=", messageId)
      .execute();
    const add = { kind: "flags" as const, add: [flag], remove: [] };
    await storeFlags(writer, userId, locations, () => add);
    const { changed } = await refreshMessages(writer, userId, [messageId]);
    await writer.change(userId, "message.changed", changed);
  }
  if (inReplyTo) await recordReply(writer, userId, inReplyTo);
}
