import { apiClientLimits } from "@inlet/contract/auth/api-client-limits.ts";
import type { ApiTokenCallRow } from "./schema.ts";
import type { Writer } from "../engine/writer.ts";
import type { Command } from "#/store/commands/command.ts";

/** Calls of API clients, and the results of calls that were recorded before. */
export interface RecordedCalls {
  calls: ApiTokenCallRow[];
  ended: Pick<ApiTokenCallRow, "user_id" | "id" | "result">[];
}

type Kind = Pick<ApiTokenCallRow, "user_id" | "token_id" | "is_change">;

/** Records the calls, and deletes the oldest ones of their kind beyond the maximum. */
export const recordApiTokenCalls: Command<RecordedCalls, void> = {
  durable: false,
  async run(writer, { calls, ended }) {
    const { db } = writer;
    const rows = await ofKnownTokens(writer, calls);
    if (rows.length > 0) await db.insertInto("api_token_calls").values(rows).execute();
    for (const { user_id: userId, id, result } of ended) {
      await db
        .updateTable("api_token_calls")
        .set({ result })
        .where("user_id", "=", userId)
        .where("id", "=", id)
        .execute();
    }
    const kinds = new Map(rows.map((row) => [`${row.token_id} ${row.is_change}`, row]));
    for (const kind of kinds.values()) await forgetOldest(writer, kind);
  },
};

/** Calls of deleted users are not recorded. */
async function ofKnownTokens(
  { db }: Writer,
  calls: readonly ApiTokenCallRow[],
): Promise<ApiTokenCallRow[]> {
  if (calls.length === 0) return [];
  const tokens = await db
    .selectFrom("api_tokens")
    .select("id")
    .where("user_id", "in", [...new Set(calls.map((call) => call.user_id))])
    .where("id", "in", [...new Set(calls.map((call) => call.token_id))])
    .execute();
  const known = new Set(tokens.map(({ id }) => id));
  return calls.filter((call) => known.has(call.token_id));
}

/** Deletes old calls, and tokens that were revoked before. */
export const pruneApiTokenCalls: Command<{ before: number }, void> = {
  durable: false,
  bulk: true,
  async run({ db }, { before }) {
    await db.deleteFrom("api_token_calls").where("created_at", "<", before).execute();
    await db
      .deleteFrom("api_tokens")
      .where("revoked_at", ">", 0)
      .where("revoked_at", "<", before)
      .execute();
  },
};

async function forgetOldest({ db }: Writer, kind: Kind): Promise<void> {
  const oldest = await db
    .selectFrom("api_token_calls")
    .select("id")
    .where("user_id", "=", kind.user_id)
    .where("token_id", "=", kind.token_id)
    .where("is_change", "=", kind.is_change)
    .orderBy("id", "desc")
    .offset(apiClientLimits.callsKept)
    .limit(1)
    .executeTakeFirst();
  if (!oldest) return;
  await db
    .deleteFrom("api_token_calls")
    .where("user_id", "=", kind.user_id)
    .where("token_id", "=", kind.token_id)
    .where("is_change", "=", kind.is_change)
    .where("id", "<=", oldest.id)
    .execute();
}
