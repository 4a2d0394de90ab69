import type { UserId } from "@inlet/contract/ids.ts";
import type { FlagsOperation } from "#/store/messages/flags.ts";
import { inChunks } from "#/store/engine/chunks.ts";
import { areNumbered } from "./queries.ts";
import type { LocationRow } from "#/store/engine/schema.ts";
import type { Writer } from "#/store/engine/writer.ts";

type Place = Pick<LocationRow, "user_id" | "account_id" | "folder_id" | "message_id" | "uid">;

export interface QueuedFlags {
  location: Place;
  operation: FlagsOperation;
  kind: "flags" | "local";
}

/** Queues a change of flags for a location. */
export async function queuePending(
  writer: Writer,
  location: Place,
  operation: FlagsOperation,
  { kind = "flags" }: { kind?: "flags" | "local" } = {},
): Promise<void> {
  await queueAllPending(writer, location.user_id, [{ location, operation, kind }]);
}

/** Like `queuePending` for many locations of a user. Replaces the operations with these ids. */
export async function queueAllPending(
  { db, now }: Writer,
  userId: UserId,
  queued: readonly QueuedFlags[],
  replaces: readonly number[] = [],
): Promise<void> {
  for (const ids of inChunks(replaces)) {
    await db
      .deleteFrom("pending_operations")
      .where((row) => areNumbered(row, userId, ids))
      .execute();
  }
  if (queued.length === 0) return;
  const folders = await db
    .selectFrom("folders")
    .select(["id", "uid_validity"])
    .where("user_id", "=", userId)
    .where("id", "in", [...new Set(queued.map(({ location }) => location.folder_id))])
    .execute();
  const validities = new Map(folders.map((folder) => [folder.id, folder.uid_validity]));
  const rows = queued.map(({ location, operation, kind }) => {
    const validity = validities.get(location.folder_id);
    if (validity === undefined) throw new Error("A location is in no folder.");
    return {
      user_id: userId,
      account_id: location.account_id,
      folder_id: location.folder_id,
      message_id: location.message_id,
      uid: location.uid,
      uid_validity: validity,
      kind,
      target_folder_id: "" as const,
      operation_json: JSON.stringify(operation),
      attempts: 0,
      run_at: now,
      created_at: now,
    };
  });
  for (const some of inChunks(rows, 1000)) {
    await db.insertInto("pending_operations").values(some).execute();
  }
}
