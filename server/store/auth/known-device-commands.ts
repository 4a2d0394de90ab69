import type { UserId } from "@inlet/contract/ids.ts";
import type { Command } from "#/store/commands/command.ts";

/** A device without a sign-in for this long counts as new. */
const knownTtlMs = 400 * 24 * 3600_000;

/** Placeholder for an unknown device from before devices were recorded: the first device that signs in takes it. */
const fromBefore = "";

/** Records a device. Returns true if the user had not signed in on it before. */
export const recordDevice: Command<{ userId: UserId; deviceHash: string }, boolean> = {
  durable: false,
  async run({ db, now, lock }, { userId, deviceHash }) {
    await lock(userId);
    await db
      .deleteFrom("known_devices")
      .where("user_id", "=", userId)
      .where("last_seen_at", "<", now - knownTtlMs)
      .execute();
    const { numUpdatedRows } = await db
      .updateTable("known_devices")
      .set({ last_seen_at: now })
      .where("user_id", "=", userId)
      .where("device_hash", "=", deviceHash)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) return false;
    await db
      .insertInto("known_devices")
      .values({ user_id: userId, device_hash: deviceHash, last_seen_at: now })
      .execute();
    const { numDeletedRows } = await db
      .deleteFrom("known_devices")
      .where("user_id", "=", userId)
      .where("device_hash", "=", fromBefore)
      .executeTakeFirst();
    return numDeletedRows === 0n;
  },
};
