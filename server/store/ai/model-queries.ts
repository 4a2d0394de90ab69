import type { MessageId, UserId } from "@inlet/contract/ids.ts";
import { sql } from "kysely";
import type { Reader } from "#/store/engine/database.ts";
import { inChunks } from "#/store/engine/chunks.ts";
import type { ModelCallRow, ModelSettingsRow } from "./model-schema.ts";

/** Returns the user's settings for models. */
export async function modelSettingsOf(
  reader: Reader,
  userId: UserId,
): Promise<ModelSettingsRow | undefined> {
  return reader
    .selectFrom("model_settings")
    .selectAll()
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

/** Returns requests to models on the user's behalf, the latest first, before this id. */
export async function modelCallsOf(
  reader: Reader,
  userId: UserId,
  { before, limit }: { before: string | null; limit: number },
): Promise<ModelCallRow[]> {
  let query = reader.selectFrom("model_calls").selectAll().where("user_id", "=", userId);
  if (before !== null) query = query.where("id", "<", before);
  return query.orderBy("id", "desc").limit(limit).execute();
}

/** Returns the use since then, counting pending requests with their maximum. */
export async function modelUseSince(
  reader: Reader,
  userId: UserId,
  since: number,
): Promise<{ tokens: number; micros: number; calls: number }> {
  const row = await reader
    .selectFrom("model_calls")
    .select([
      sql<number>`coalesce(sum(input_tokens + output_tokens), 0)`.as("tokens"),
      sql<number>`coalesce(sum(CASE WHEN cost_micros > 0 THEN cost_micros ELSE 0 END), 0)`.as(
        "micros",
      ),
      sql<number>`count(*)`.as("calls"),
    ])
    .where("user_id", "=", userId)
    .where("created_at", ">=", since)
    .executeTakeFirstOrThrow();
  // PostgreSQL returns sums of big integers as text.
  return {
    tokens: Number(row.tokens),
    micros: Number(row.micros),
    calls: Number(row.calls),
  };
}

/** Returns the given messages that belong to one of the accounts. */
export async function messagesOfAccounts(
  reader: Reader,
  userId: UserId,
  messageIds: readonly MessageId[],
  accountIds: readonly string[],
): Promise<Set<MessageId>> {
  const found = new Set<MessageId>();
  if (accountIds.length === 0) return found;
  const wanted = new Set(accountIds);
  for (const some of inChunks(messageIds)) {
    const rows = await reader
      .selectFrom("messages")
      .select(["id", "account_id"])
      .where("user_id", "=", userId)
      .where("id", "in", some)
      .execute();
    for (const row of rows) if (wanted.has(row.account_id)) found.add(row.id);
  }
  return found;
}

/** Returns the subjects of messages, for a user who reviews their requests to models; deleted messages are left out. */
export async function subjectsOf(
  reader: Reader,
  userId: UserId,
  messageIds: readonly MessageId[],
): Promise<Map<MessageId, string>> {
  const subjects = new Map<MessageId, string>();
  for (const some of inChunks([...new Set(messageIds)])) {
    const rows = await reader
      .selectFrom("messages")
      .select(["id", "subject"])
      .where("user_id", "=", userId)
      .where("id", "in", some)
      .execute();
    for (const row of rows) subjects.set(row.id, row.subject);
  }
  return subjects;
}
