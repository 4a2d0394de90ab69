import type { UserId } from "@inlet/contract/ids.ts";
import type { Command } from "#/store/commands/command.ts";

type Sender = { userId: UserId; address: string };

/** Blocks an address, given in lower case. */
export const blockSender: Command<Sender, void> = {
  durable: true,
  async run(writer, { userId, address }) {
    await writer.db
      .insertInto("blocked_senders")
      .values({ user_id: userId, address, created_at: writer.now })
      .onConflict((conflict) => conflict.columns(["user_id", "address"]).doNothing())
      .execute();
    await writer.change(userId, "settings.changed", [address]);
  },
};

/** Removes an address from the blocked senders. */
export const unblockSender: Command<Sender, void> = {
  durable: true,
  async run(writer, { userId, address }) {
    await writer.db
      .deleteFrom("blocked_senders")
      .where("user_id", "=", userId)
      .where("address", "=", address)
      .execute();
    await writer.change(userId, "settings.changed", [address]);
  },
};
