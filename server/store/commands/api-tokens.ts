import type { ApiTokenId, UserId } from "@inlet/contract/ids.ts";
import type { ApiTokenRow } from "../safety-tables.ts";
import type { Command } from "./command.ts";

export const createApiToken: Command<ApiTokenRow, void> = {
  durable: true,
  async run({ db }, token) {
    await db.insertInto("api_tokens").values(token).execute();
  },
};

export const touchApiToken: Command<{ userId: UserId; id: ApiTokenId }, void> = {
  durable: false,
  async run({ db, now }, { userId, id }) {
    await db
      .updateTable("api_tokens")
      .set({ last_used_at: now })
      .where("user_id", "=", userId)
      .where("id", "=", id)
      .execute();
  },
};

/** Whether the person had such a token. */
export const revokeApiToken: Command<{ userId: UserId; id: ApiTokenId }, boolean> = {
  durable: true,
  async run({ db }, { userId, id }) {
    const row = await db
      .deleteFrom("api_tokens")
      .where("user_id", "=", userId)
      .where("id", "=", id)
      .returning("id")
      .executeTakeFirst();
    await db
      .deleteFrom("api_token_calls")
      .where("user_id", "=", userId)
      .where("token_id", "=", id)
      .execute();
    return row !== undefined;
  },
};
