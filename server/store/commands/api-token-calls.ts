import { programLimits } from "@inlet/contract/program-limits.ts";
import type { ApiTokenCallRow } from "../safety-tables.ts";
import type { Command } from "./command.ts";

/** Writes down what a program did, and forgets the oldest of its kind beyond what is kept. */
export const noteApiTokenCall: Command<ApiTokenCallRow, void> = {
  durable: false,
  async run({ db }, call) {
    const token = await db
      .selectFrom("api_tokens")
      .select("id")
      .where("user_id", "=", call.user_id)
      .where("id", "=", call.token_id)
      .executeTakeFirst();
    // Revoked while the call was answered: what it did went with it.
    if (!token) return;
    await db.insertInto("api_token_calls").values(call).execute();
    const oldest = await db
      .selectFrom("api_token_calls")
      .select("id")
      .where("user_id", "=", call.user_id)
      .where("token_id", "=", call.token_id)
      .where("is_change", "=", call.is_change)
      .orderBy("id", "desc")
      .offset(programLimits.callsKept)
      .limit(1)
      .executeTakeFirst();
    if (!oldest) return;
    await db
      .deleteFrom("api_token_calls")
      .where("user_id", "=", call.user_id)
      .where("token_id", "=", call.token_id)
      .where("is_change", "=", call.is_change)
      .where("id", "<=", oldest.id)
      .execute();
  },
};

/** Forgets what is old. */
export const pruneApiTokenCalls: Command<{ before: number }, void> = {
  durable: false,
  bulk: true,
  async run({ db }, { before }) {
    await db.deleteFrom("api_token_calls").where("created_at", "<", before).execute();
  },
};
