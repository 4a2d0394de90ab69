import type { UserId } from "@inlet/contract/ids.ts";
import type { Command } from "#/store/commands/command.ts";

type Sender = { userId: UserId; address: string };

/** Allows images from this address, given in lower case. */
export const trustSender: Command<Sender, void> = {
  durable: true,
  async run(writer, { userId, address }) {
    await writer.db
      .insertInto("trusted_senders")
      .values({ user_id: userId, address, created_at: writer.now })
      .onConflict((conflict) => conflict.columns(["user_id", "address"]).doNothing())
      .execute();
    await writer.change(userId, "settings.changed", [address]);
  },
};

/** Requires confirmation again before images from an address are loaded. */
export const distrustSender: Command<Sender, void> = {
  durable: true,
  async run(writer, { userId, address }) {
    await writer.db
      .deleteFrom("trusted_senders")
      .where("user_id", "=", userId)
      .where("address", "=", address)
      .execute();
    await writer.change(userId, "settings.changed", [address]);
  },
};
