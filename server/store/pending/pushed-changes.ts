import type { UserId } from "@inlet/contract/ids.ts";
import { inChunks } from "#/store/engine/chunks.ts";
import type { PendingRow } from "./queries.ts";
import type { FolderRow } from "#/store/engine/schema.ts";
import type { Writer } from "#/store/engine/writer.ts";

/** No response of a server is stored later than this after its request. */
const retentionMs = 3600_000;

/**
 * Records UIDs that were just changed on the server. A FETCH response that was requested before the change and is yet to be
 * stored may have older values.
 */
export async function recordPushed(
  { db, now }: Writer,
  userId: UserId,
  operations: readonly PendingRow[],
): Promise<void> {
  const places = operations.filter(({ uid }) => uid > 0);
  if (places.length === 0) return;
  const rows = places.map(({ account_id, folder_id, uid }) => ({
    user_id: userId,
    account_id,
    folder_id,
    uid,
    told_at: now,
  }));
  const unique = new Map(rows.map((row) => [`${row.folder_id} ${row.uid}`, row]));
  for (const some of inChunks([...unique.values()], 1000)) {
    await db
      .insertInto("told_places")
      .values(some)
      .onConflict((conflict) =>
        conflict.columns(["user_id", "folder_id", "uid"]).doUpdateSet({ told_at: now }),
      )
      .execute();
  }
  await db
    .deleteFrom("told_places")
    .where("user_id", "=", userId)
    .where("told_at", "<", now - retentionMs)
    .execute();
}

/** Returns the UIDs for which a change was pushed since the request. */
export async function pushedSince(
  { db, now }: Writer,
  folder: Pick<FolderRow, "id" | "user_id">,
  uids: readonly number[],
  askedAt: number,
): Promise<Set<number>> {
  const pushed = new Set<number>();
  for (const some of inChunks(uids)) {
    const rows = await db
      .selectFrom("told_places")
      .select("uid")
      .where("user_id", "=", folder.user_id)
      .where("folder_id", "=", folder.id)
      .where("uid", "in", some)
      .where("told_at", ">=", askedAt)
      // Ignores rows from the future: the clock was set back.
      .where("told_at", "<=", now + retentionMs)
      .execute();
    for (const { uid } of rows) pushed.add(uid);
  }
  return pushed;
}
