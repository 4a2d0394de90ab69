import type { ErrorCode } from "@inlet/contract/errors.ts";
import type { ImportId, UserId } from "@inlet/contract/ids.ts";
import { runningImportBytes } from "./import-queries.ts";
import type { ImportRow } from "../engine/schema.ts";
import type { Command } from "#/store/commands/command.ts";

/**
 * Starts an import and queues its job. Returns false if the files of the user's running imports would exceed the size limit.
 */
export const addImport: Command<{ row: ImportRow; maxBytes: number }, boolean> = {
  durable: true,
  async run(writer, { row, maxBytes }) {
    // Concurrent imports must count each other.
    await writer.lock(`imports ${row.user_id}`);
    const running = await runningImportBytes(writer.db, row.user_id);
    if (running + row.size_bytes > maxBytes) return false;
    await writer.db.insertInto("imports").values(row).execute();
    await writer.job("import-mail", row.user_id, row.id);
    await writer.change(row.user_id, "import.changed", [row.id]);
    return true;
  },
};

type Key = { userId: UserId; id: ImportId };
type Counts = Pick<ImportRow, "position" | "imported" | "skipped" | "refused">;

/** Records the progress of an import; returns false if it must not continue. */
export const recordImport: Command<Key & { counts: Counts }, boolean> = {
  durable: true,
  async run(writer, { userId, id, counts }) {
    const row = await writer.db
      .updateTable("imports")
      .set(counts)
      .where("user_id", "=", userId)
      .where("id", "=", id)
      .where("state", "=", "running")
      .returning("id")
      .executeTakeFirst();
    if (row) await writer.change(userId, "import.changed", [id]);
    return row !== undefined;
  },
};

/** Ends an import, successfully or with the error code of its failure. */
export const endImport: Command<Key & { errorCode: ErrorCode | "" }, void> = {
  durable: true,
  async run(writer, { userId, id, errorCode }) {
    await writer.db
      .updateTable("imports")
      .set({ state: errorCode === "" ? "done" : "failed", error_code: errorCode })
      .where("user_id", "=", userId)
      .where("id", "=", id)
      .where("state", "=", "running")
      .execute();
    await writer.change(userId, "import.changed", [id]);
  },
};

/** Stops a running import, or removes an ended one from the list; returns false if it does not exist. */
export const cancelImport: Command<Key, boolean> = {
  durable: true,
  async run(writer, { userId, id }) {
    const { db } = writer;
    const stopped = await db
      .updateTable("imports")
      .set({ state: "cancelled" })
      .where("user_id", "=", userId)
      .where("id", "=", id)
      .where("state", "=", "running")
      .returning("id")
      .executeTakeFirst();
    const removed =
      stopped ??
      (await db
        .deleteFrom("imports")
        .where("user_id", "=", userId)
        .where("id", "=", id)
        .returning("id")
        .executeTakeFirst());
    if (!removed) return false;
    await writer.change(userId, "import.changed", [id]);
    return true;
  },
};
