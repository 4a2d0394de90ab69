import type { UserId } from "@inlet/contract/ids.ts";
import type { Command } from "#/store/commands/command.ts";

/** Time after which Slack does not send an interaction again; older ones are rejected. */
const interactionTtlMs = 24 * 3600_000;

/** Returns true for the first request that handles this Slack interaction. */
export const claimInteraction: Command<{ userId: UserId; id: string }, boolean> = {
  durable: true,
  async run({ db, now }, { userId, id }) {
    await db
      .deleteFrom("slack_presses")
      .where("user_id", "=", userId)
      .where("created_at", "<", now - interactionTtlMs)
      .execute();
    const first = await db
      .insertInto("slack_presses")
      .values({ user_id: userId, id, created_at: now })
      .onConflict((conflict) => conflict.columns(["user_id", "id"]).doNothing())
      .returning("id")
      .executeTakeFirst();
    return first !== undefined;
  },
};
