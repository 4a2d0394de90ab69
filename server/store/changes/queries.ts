import type { UserId } from "@inlet/contract/ids.ts";
import type { Reader } from "#/store/engine/database.ts";
import type { ChangeRow } from "#/store/engine/schema.ts";

/** Returns the user's changes after a number, in order. */
export async function changesAfter(
  reader: Reader,
  userId: UserId,
  seq: number,
  limit: number,
): Promise<ChangeRow[]> {
  return reader
    .selectFrom("changes")
    .selectAll()
    .where("user_id", "=", userId)
    .where("seq", ">", seq)
    .orderBy("seq")
    .limit(limit)
    .execute();
}

/** Returns the number of the user's last change; 0 before the first. It survives the deletion of changes. */
export async function latestSeq(reader: Reader, userId: UserId): Promise<number> {
  const row = await reader
    .selectFrom("change_counters")
    .select("seq")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row?.seq ?? 0;
}

/** Returns the number of the oldest stored change; null if none is stored. */
export async function oldestSeq(reader: Reader, userId: UserId): Promise<number | null> {
  const row = await reader
    .selectFrom("changes")
    .select("seq")
    .where("user_id", "=", userId)
    .orderBy("seq")
    .limit(1)
    .executeTakeFirst();
  return row?.seq ?? null;
}
