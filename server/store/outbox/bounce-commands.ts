import type { Command } from "#/store/commands/command.ts";
import type { OutboxKey } from "./commands.ts";

/** Adds the bounces of a sent message, one per address. */
export const addBounces: Command<
  OutboxKey & { bounces: { address: string; reason: string }[] },
  boolean
> = {
  durable: true,
  async run(writer, { userId, id, bounces }) {
    await writer.lock(userId);
    const row = await writer.db
      .selectFrom("outbox")
      .select(["bounces_json", "dismissed_at"])
      .where("user_id", "=", userId)
      .where("id", "=", id)
      .executeTakeFirst();
    if (!row) return false;
    // Only this command writes the column.
    const known = JSON.parse(row.bounces_json) as typeof bounces;
    const added = bounces.filter(({ address }) => !known.some((one) => one.address === address));
    if (added.length === 0) return false;
    await writer.db
      .updateTable("outbox")
      .set({ bounces_json: JSON.stringify([...known, ...added]), dismissed_at: 0 })
      .where("user_id", "=", userId)
      .where("id", "=", id)
      .execute();
    await writer.change(userId, "outbox.changed", [id]);
    return true;
  },
};
