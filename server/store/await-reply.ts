import type { OutboxId, UserId } from "@inlet/contract/ids.ts";
import type { Writer } from "./writer.ts";

const dayMs = 86_400_000;

/** Has the person reminded of a mail that has just left, where they asked for it: its days are counted from now. */
export async function awaitReply(writer: Writer, userId: UserId, id: OutboxId): Promise<void> {
  const row = await writer.db
    .selectFrom("outbox")
    .select(["remind_at", "remind_days"])
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row || (row.remind_at === 0 && row.remind_days === 0)) return;
  const at = row.remind_at || writer.now + row.remind_days * dayMs;
  await writer.db
    .updateTable("outbox")
    .set({ remind_at: at, remind_days: 0 })
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .execute();
  await writer.job("remind-of-reply", userId, id, at);
}
