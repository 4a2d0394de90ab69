import { UserId } from "@inlet/contract/ids.ts";
import { userTables } from "./remove-user.ts";
import type { Reader } from "#/store/engine/database.ts";

/** Number of entries of the audit log that are read at a time. */
const stretch = 5000;

/** Returns users that were deleted since then and still have rows. */
export async function leftBehind(reader: Reader, since: number): Promise<UserId[]> {
  const found: UserId[] = [];
  for (const userId of await deletedSince(reader, since)) {
    if (await hasRows(reader, userId)) found.push(userId);
  }
  return found;
}

/** Reads the log backwards from its end, one stretch at a time: it has no index of deleted users. */
async function deletedSince(reader: Reader, since: number): Promise<UserId[]> {
  const deleted: UserId[] = [];
  for (let before = Number.MAX_SAFE_INTEGER; ;) {
    const newest = await reader
      .selectFrom("audit_log")
      .select(["seq", "created_at"])
      .where("seq", "<", before)
      .orderBy("seq", "desc")
      .limit(1)
      .executeTakeFirst();
    if (newest === undefined || newest.created_at < since) return deleted;
    const last = Number(newest.seq);
    before = last - stretch + 1;
    const entries = await reader
      .selectFrom("audit_log")
      .select("before_id")
      .where("seq", ">=", before)
      .where("seq", "<=", last)
      .where("kind", "=", "user.removed")
      .where("created_at", ">=", since)
      .orderBy("seq", "desc")
      .execute();
    for (const entry of entries) deleted.push(UserId.parse(entry.before_id));
  }
}

async function hasRows(reader: Reader, userId: UserId): Promise<boolean> {
  for (const table of userTables) {
    const row = await reader
      .selectFrom(table)
      .select("user_id")
      .where("user_id", "=", userId)
      .limit(1)
      .executeTakeFirst();
    if (row) return true;
  }
  return false;
}
