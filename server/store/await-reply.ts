import type { OutboxId, UserId } from "@inlet/contract/ids.ts";
import type { Writer } from "./writer.ts";

const dayMs = 86_400_000;

/**
 * Has the person reminded of a mail that was sent, where they asked for it: its days are counted from when it left. A date
 * that had gone by then (it was sent later, or waited for somebody) leaves its readers a day.
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
