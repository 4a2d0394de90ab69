import type { AccountTokensRow } from "./schema.ts";
import type { AccountRow } from "../engine/schema.ts";
import type { Writer } from "../engine/writer.ts";
import { addAccount } from "./commands.ts";
import type { Command } from "#/store/commands/command.ts";

/** Adds an account and its tokens. Throws account.duplicate. */
export const addSignedInAccount: Command<{ account: AccountRow; tokens: AccountTokensRow }, void> =
  {
    durable: true,
    async run(writer, { account, tokens }) {
      await addAccount.run(writer, account);
      await putTokens(writer, tokens);
    },
  };

export interface RefreshedTokens {
  tokens: AccountTokensRow;
  /** The encrypted refresh token that was used. A token from a later sign-in differs, and stays. */
  used: string;
}

/** Saves refreshed tokens. Durable: a provider that rotates tokens treats a reused old one as stolen. */
export const saveTokens: Command<RefreshedTokens, void> = {
  durable: true,
  async run({ db }, { tokens: { user_id, account_id, ...tokens }, used }) {
    await db
      .updateTable("account_tokens")
      .set(tokens)
      .where("user_id", "=", user_id)
      .where("account_id", "=", account_id)
      .where("refresh_secret", "=", used)
      .execute();
  },
};

/** Replaces the account's tokens. */
export async function putTokens({ db }: Writer, tokens: AccountTokensRow): Promise<void> {
  const { user_id: _user, account_id: _account, ...fresh } = tokens;
  await db
    .insertInto("account_tokens")
    .values(tokens)
    .onConflict((conflict) => conflict.columns(["user_id", "account_id"]).doUpdateSet(fresh))
    .execute();
}
