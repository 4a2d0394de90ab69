import type { UserId } from "@inlet/contract/ids.ts";
import { type SqlBool, sql } from "kysely";
import type { Reader } from "#/store/engine/database.ts";
import { inChunks } from "#/store/engine/chunks.ts";
import type { AttachmentRow } from "#/store/engine/schema.ts";

/** The tables whose rows name blobs. */
const tables = ["attachments", "uploads", "imports"] as const;
const rowBatchSize = 1000;

/** Returns the files that a user's rows refer to: blobs, and unfinished uploads. */
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
 * Returns the given blobs that a row of any user names. Reads one user and page at a time, to keep a single query from scanning
 * all mail while other queries wait. Throws the signal's reason once it aborts.
 */
export async function namedFiles(
  reader: Reader,
  blobs: readonly string[],
  signal?: AbortSignal,
): Promise<Set<string>> {
  const asked = new Set(blobs);
  const named = new Set<string>();
  if (asked.size === 0) return named;
  for (const { id: userId } of await reader.selectFrom("users").select("id").execute()) {
    if (named.size === asked.size) break;
    for await (const page of attachedBy(reader, userId)) {
      signal?.throwIfAborted();
      for (const { sha256 } of page) if (asked.has(sha256)) named.add(sha256);
    }
  }
  // These tables come last because users add files at any time.
  for (const table of ["uploads", "imports"] as const) {
    for (const some of inChunks(blobs)) {
      const rows = await reader
        .selectFrom(table)
        .select("sha256")
        .distinct()
        .where("sha256", "in", some)
        .execute();
      for (const { sha256 } of rows) named.add(sha256);
    }
  }
  return named;
}

type Attached = Pick<AttachmentRow, "message_id" | "id" | "sha256">;

/** Yields the attachments of a user's messages, page by page. */
async function* attachedBy(reader: Reader, userId: UserId): AsyncGenerator<Attached[]> {
  for (let last: Attached | undefined; ;) {
    const after = last;
    const rows = await reader
      .selectFrom("attachments")
      .select(["message_id", "id", "sha256"])
      .where("user_id", "=", userId)
      .$if(after !== undefined, (query) =>
        query.where(
          sql<SqlBool>`(message_id, id) > (${after?.message_id ?? ""}, ${after?.id ?? ""})`,
        ),
      )
      .orderBy("message_id")
      .orderBy("id")
      .limit(rowBatchSize)
      .execute();
    yield rows;
    last = rows.at(-1);
    if (last === undefined || rows.length < rowBatchSize) return;
  }
}
