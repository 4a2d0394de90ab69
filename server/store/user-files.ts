import type { UserId } from "@inlet/contract/ids.ts";
import type { Reader } from "./database.ts";
import { inChunks } from "./in-chunks.ts";

/** The tables whose rows name blobs. */
const tables = ["attachments", "uploads", "imports"] as const;

/** The files that a user's rows name: blobs, and uploads that were not finished. */
export async function filesOf(
  reader: Reader,
  userId: UserId,
): Promise<{ blobs: string[]; unfinished: string[] }> {
  const blobs = new Set<string>();
  for (const table of tables) {
    const rows = await reader
      .selectFrom(table)
      .select("sha256")
      .distinct()
      .where("user_id", "=", userId)
      .where("sha256", "!=", "")
      .execute();
    for (const { sha256 } of rows) blobs.add(sha256);
  }
  const uploads = await reader
    .selectFrom("uploads")
    .select("id")
    .where("user_id", "=", userId)
    .where("sha256", "=", "")
    .execute();
  return { blobs: [...blobs], unfinished: uploads.map(({ id }) => id) };
}

/**
 * Those of the blobs that a row of anybody names. Person by person, so that no query reads through everybody's mail while
 * others wait.
 */
export async function namedFiles(reader: Reader, blobs: readonly string[]): Promise<Set<string>> {
  const named = new Set<string>();
  if (blobs.length === 0) return named;
  for (const { id: userId } of await reader.selectFrom("users").select("id").execute()) {
    for (const table of tables) {
      const asked = blobs.filter((sha256) => !named.has(sha256));
      for (const some of inChunks(asked)) {
        const rows = await reader
          .selectFrom(table)
          .select("sha256")
          .distinct()
          .where("user_id", "=", userId)
          .where("sha256", "in", some)
          .execute();
        for (const { sha256 } of rows) named.add(sha256);
      }
    }
    if (named.size === blobs.length) break;
  }
  return named;
}
