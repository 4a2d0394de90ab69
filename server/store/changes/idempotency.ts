import type { UserId } from "@inlet/contract/ids.ts";
import { Failure } from "#/base/failure.ts";
import { bit } from "#/store/engine/bit.ts";
import type { Reader } from "#/store/engine/database.ts";
import type { Writer } from "#/store/engine/writer.ts";

/** Idempotency key of a change. */
export interface ChangeKey {
  key: string;
  /** Hash of the request. */
  hash: string;
}

/** Outcome of a change. */
export interface KeyedResult {
  found: number;
  isChanged: boolean;
}

/** Returns the outcome of the change with this key, once it was made. Fails with change.other_content. */
export async function keyedResult(
  reader: Reader,
  userId: UserId,
  { key, hash }: ChangeKey,
): Promise<KeyedResult | undefined> {
  const row = await reader
    .selectFrom("keyed_changes")
    .selectAll()
    .where("user_id", "=", userId)
    .where("key", "=", key)
    .executeTakeFirst();
  if (!row) return undefined;
  if (row.request_hash !== hash) throw new Failure("change.other_content");
  return { found: row.count, isChanged: row.is_changed === 1 };
}

/** Records the result of a change under its key, in the transaction of the change. */
export async function storeKeyedResult(
  { db, now }: Writer,
  userId: UserId,
  { key, hash }: ChangeKey,
  { found, isChanged }: KeyedResult,
): Promise<void> {
  await db
    .insertInto("keyed_changes")
    .values({
      user_id: userId,
      key,
      request_hash: hash,
      count: found,
      is_changed: bit(isChanged),
      created_at: now,
    })
    .execute();
}

/** Runs a change once per key; repeated requests get the recorded result. The caller holds the user's lock. */
export async function onceOnly(
  writer: Writer,
  userId: UserId,
  key: ChangeKey | undefined,
  change: () => Promise<KeyedResult>,
): Promise<KeyedResult> {
  if (!key) return change();
  const known = await keyedResult(writer.db, userId, key);
  if (known) return known;
  const result = await change();
  await storeKeyedResult(writer, userId, key, result);
  return result;
}
