import type { UploadId, UserId } from "@inlet/contract/ids.ts";
import type { Reader } from "#/store/engine/database.ts";
import { inChunks } from "#/store/engine/chunks.ts";
import type { UploadRow } from "#/store/drafts/schema.ts";

/** Returns one upload of the user, even if it is incomplete. */
export async function getUpload(
  reader: Reader,
  userId: UserId,
  id: UploadId,
): Promise<UploadRow | undefined> {
  return reader
    .selectFrom("uploads")
    .selectAll()
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Returns the size of all the user's uploads, in bytes, including parts that have not arrived. */
export async function uploadedBytes(reader: Reader, userId: UserId): Promise<number> {
  const { bytes } = await reader
    .selectFrom("uploads")
    .select((row) => row.fn.coalesce(row.fn.sum<number>("size_bytes"), row.lit(0)).as("bytes"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return Number(bytes);
}

/** Returns the user's uploads with the given ids, in their order; unknown and incomplete ones are left out. */
export async function getUploads(
  reader: Reader,
  userId: UserId,
  ids: readonly UploadId[],
): Promise<UploadRow[]> {
  const found = new Map<UploadId, UploadRow>();
  for (const some of inChunks(ids)) {
    const rows = await reader
      .selectFrom("uploads")
      .selectAll()
      .where("user_id", "=", userId)
      .where("id", "in", some)
      .where("sha256", "<>", "")
      .execute();
    for (const row of rows) found.set(row.id, row);
  }
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** Returns the files that uploads of all users still need: they exist nowhere else. */
export async function uploadHashes(reader: Reader): Promise<Set<string>> {
  const rows = await reader.selectFrom("uploads").select("sha256").distinct().execute();
  return new Set(rows.map((row) => row.sha256));
}
