import type { OutboxId, UserId } from "@inlet/contract/ids.ts";
import type { Writer } from "#/store/engine/writer.ts";

const dayMs = 86_400_000;

/**
 * Creates the reminder that the user requested for a message that was sent; its days count from when it was sent. A date that had
 * passed by that time (the message was sent later, or waited for approval) gives the recipients one day.
 */
export async function awaitReply(writer: Writer, userId: UserId, id: OutboxId): Promise<void> {
  const row = await writer.db
    .selectFrom("outbox")
    .select(["send_at", "remind_at", "remind_days"])
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row || (row.remind_at === 0 && row.remind_days === 0)) return;
  const days = row.remind_days || 1;
  const at = row.remind_at > row.send_at ? row.remind_at : row.send_at + days * dayMs;
  await writer.db
    .updateTable("outbox")
    .set({ remind_at: at, remind_days: 0 })
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .execute();
  await writer.job("remind-of-reply", userId, id, at);
}
