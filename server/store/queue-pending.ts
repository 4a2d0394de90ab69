import type { FlagsOperation } from "./flags.ts";
import type { LocationRow } from "./tables.ts";
import type { Writer } from "./writer.ts";

/** Notes what the server must be told about a location, in place of the operations with these ids. */
export async function queuePending(
  { db, now }: Writer,
  location: Pick<LocationRow, "user_id" | "account_id" | "folder_id" | "message_id" | "uid">,
  operation: FlagsOperation,
  replaces: readonly number[] = [],
): Promise<void> {
  if (replaces.length > 0) {
    await db.deleteFrom("pending_operations").where("id", "in", replaces).execute();
  }
  const folder = await db
    .selectFrom("folders")
    .select("uid_validity")
    .where("user_id", "=", location.user_id)
    .where("id", "=", location.folder_id)
    .executeTakeFirstOrThrow();
  await db
    .insertInto("pending_operations")
    .values({
      user_id: location.user_id,
      account_id: location.account_id,
      folder_id: location.folder_id,
      message_id: location.message_id,
      uid: location.uid,
      uid_validity: folder.uid_validity,
      operation_json: JSON.stringify(operation),
      attempts: 0,
      run_at: now,
      created_at: now,
    })
    .execute();
}
