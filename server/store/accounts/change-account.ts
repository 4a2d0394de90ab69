import type { AccountId, UserId } from "@inlet/contract/ids.ts";
import type { AccountTokensRow } from "./schema.ts";
import type { AccountRow } from "../engine/schema.ts";
import { differs } from "../engine/has-changes.ts";
import { writeAudit } from "../audit/write-entry.ts";
import { putTokens } from "./token-commands.ts";
import type { Command } from "#/store/commands/command.ts";

/** Settings of an account that can be changed; all other columns are fixed, or set by the engine. */
export type AccountChange = Partial<
  Omit<
    AccountRow,
    | "id"
    | "user_id"
    | "account_mail"
    | "state"
    | "error_code"
    | "trouble_since"
    | "last_sync_at"
    | "created_at"
  >
>;

export interface ChangedAccount {
  userId: UserId;
  accountId: AccountId;
  change: AccountChange;
  /** The tokens of a new sign-in. */
  tokens?: AccountTokensRow;
  /** Reconnects to its mail server with the new login. */
  reconnects: boolean;
}

/** Returns false if the account was deleted. */
export const changeAccount: Command<ChangedAccount, boolean> = {
  durable: true,
  async run(writer, { userId, accountId, change, tokens, reconnects }) {
    const known = await writer.db
      .selectFrom("accounts")
      .selectAll()
      .where("user_id", "=", userId)
      .where("id", "=", accountId)
      .executeTakeFirst();
    const changed = await writer.db
      .updateTable("accounts")
      .set({
        ...change,
        ...(reconnects && { state: "connecting", error_code: "", trouble_since: 0 }),
      })
      .where("user_id", "=", userId)
      .where("id", "=", accountId)
      .returning("account_mail")
      .executeTakeFirst();
    if (!changed) return false;
    if (tokens !== undefined) await putTokens(writer, tokens);
    await writer.change(userId, "account.changed", [accountId]);
    if (reconnects) await writer.job("watch-account", userId, accountId);
    if (tokens === undefined && !differs(known, change)) return true;
    const label = changed.account_mail;
    await writeAudit(writer, {
      kind: "account.changed",
      userId,
      label,
      before: accountId,
      after: accountId,
    });
    return true;
  },
};
