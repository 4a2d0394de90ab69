import type { UploadId, UserId } from "@inlet/contract/ids.ts";
import type { Reader } from "./database.ts";
import { inChunks } from "./in-chunks.ts";
import type { UploadRow } from "./tables.ts";

/** The user's uploads with these ids, in the order asked for; unknown ids are passed over. */
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
      .execute();
    for (const row of rows) found.set(row.id, row);
  }
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** The files that uploads of everyone still need: nothing else could bring them back. */
export async function uploadHashes(reader: Reader): Promise<Set<string>> {
  const rows = await reader.selectFrom("uploads").select("sha256").distinct().execute();
  return new Set(rows.map((row) => row.sha256));
}
