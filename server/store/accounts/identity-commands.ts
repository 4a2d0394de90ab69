import type { IdentityId, UserId } from "@inlet/contract/ids.ts";
import { Failure } from "#/base/failure.ts";
import type { IdentityRow } from "../drafts/schema.ts";
import type { Command } from "#/store/commands/command.ts";

/** Saves an identity. A new default replaces the old one. Throws account.not_found. */
export const saveIdentity: Command<IdentityRow, void> = {
  durable: true,
  async run(writer, identity) {
    const { db } = writer;
    const { user_id: userId, account_id: accountId } = identity;
    await writer.lock(userId);
    const account = await db
      .selectFrom("accounts")
      .select("id")
      .where("user_id", "=", userId)
      .where("id", "=", accountId)
      .executeTakeFirst();
    if (!account) throw new Failure("account.not_found");
    if (identity.is_default === 1) {
      await db
        .updateTable("identities")
        .set({ is_default: 0 })
        .where("user_id", "=", userId)
        .where("account_id", "=", accountId)
        .execute();
    }
    const { created_at: _, ...values } = identity;
    await db
      .insertInto("identities")
      .values(identity)
      .onConflict((conflict) => conflict.columns(["user_id", "id"]).doUpdateSet(values))
      .execute();
    await writer.change(userId, "account.changed", [accountId]);
  },
};

export const removeIdentity: Command<{ userId: UserId; id: IdentityId }, void> = {
  durable: true,
  async run(writer, { userId, id }) {
    const removed = await writer.db
      .deleteFrom("identities")
      .where("user_id", "=", userId)
      .where("id", "=", id)
      .returning("account_id")
      .executeTakeFirst();
    if (removed) await writer.change(userId, "account.changed", [removed.account_id]);
  },
};
