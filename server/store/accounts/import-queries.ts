import type { ImportId, UserId } from "@inlet/contract/ids.ts";
import type { Reader } from "#/store/engine/database.ts";
import type { ImportRow } from "#/store/engine/schema.ts";

/** Returns one import of the user. */
export async function getImport(
  reader: Reader,
  userId: UserId,
  id: ImportId,
): Promise<ImportRow | undefined> {
  return reader
    .selectFrom("imports")
    .selectAll()
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Returns the user's imports since this time, newest first. */
export async function importsOf(
  reader: Reader,
  userId: UserId,
  since: number,
): Promise<ImportRow[]> {
  return reader
    .selectFrom("imports")
    .selectAll()
    .where("user_id", "=", userId)
    .where("created_at", ">=", since)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(100)
    .execute();
}

/** Returns the bytes of all files that the user's running imports read. */
export async function runningImportBytes(reader: Reader, userId: UserId): Promise<number> {
  const { bytes } = await reader
    .selectFrom("imports")
    .select(({ fn }) => fn.sum<number | string | null>("size_bytes").as("bytes"))
    .where("user_id", "=", userId)
    .where("state", "=", "running")
    .executeTakeFirstOrThrow();
  return Number(bytes ?? 0);
}

/** Returns the files that unfinished imports of all users read: they exist nowhere else. */
export async function importHashes(reader: Reader): Promise<Set<string>> {
  const rows = await reader
    .selectFrom("imports")
    .select("sha256")
    .distinct()
    .where("state", "=", "running")
    .execute();
  return new Set(rows.map((row) => row.sha256));
}
