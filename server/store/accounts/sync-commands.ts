import type { SyncMonths } from "@inlet/contract/mail/account-health.ts";
import type { AccountId, UserId } from "@inlet/contract/ids.ts";
import { usualSync } from "./sync-queries.ts";
import type { Command } from "#/store/commands/command.ts";

/**
 * Sets the age up to which an account's messages are stored, and requests a comparison of its folders. Returns false if the
 * account does not exist.
 */
export const setSyncDepth: Command<
  { userId: UserId; accountId: AccountId; months: SyncMonths },
  boolean
> = {
  durable: true,
  async run(writer, { userId, accountId, months }) {
    const { db } = writer;
    await writer.lock(userId);
    const account = await db
      .selectFrom("accounts")
      .select("id")
      .where("user_id", "=", userId)
      .where("id", "=", accountId)
      .executeTakeFirst();
    if (!account) return false;
    await db
      .insertInto("account_sync")
      .values({
        ...usualSync,
        user_id: userId,
        account_id: accountId,
        sync_months: months,
      })
      .onConflict((conflict) =>
        conflict.columns(["user_id", "account_id"]).doUpdateSet({ sync_months: months }),
      )
      .execute();
    await db
      .updateTable("folders")
      .set({ is_complete: 0, last_checked_at: 0 })
      .where("user_id", "=", userId)
      .where("account_id", "=", accountId)
      .execute();
    await writer.change(userId, "account.changed", [accountId]);
    await writer.job("watch-account", userId, accountId);
    return true;
  },
};

/** Counts the bytes that were fetched from the account's server on a UTC day. */
export const countTraffic: Command<
  { userId: UserId; accountId: AccountId; day: string; bytes: number },
  void
> = {
  durable: false,
  async run({ db }, { userId, accountId, day, bytes }) {
    const counted = await db
      .updateTable("account_sync")
      .set((row) => ({
        traffic_day: day,
        traffic_bytes: row
          .case()
          .when("traffic_day", "=", day)
          .then(row("traffic_bytes", "+", bytes))
          .else(bytes)
          .end(),
      }))
      .where("user_id", "=", userId)
      .where("account_id", "=", accountId)
      .returning("account_id")
      .executeTakeFirst();
    if (counted) return;
    await db
      .insertInto("account_sync")
      .values({
        ...usualSync,
        user_id: userId,
        account_id: accountId,
        traffic_day: day,
        traffic_bytes: bytes,
      })
      .execute();
  },
};
