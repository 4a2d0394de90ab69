import type { UserId } from "@inlet/contract/ids.ts";
import type { Writer } from "#/store/engine/writer.ts";

/** The job that syncs the contacts with a remote address book. */
const syncContactsJob = "sync-contacts";

/** Queues a sync of the user's connected address books. */
export async function queueContactSync(writer: Writer, userId: UserId): Promise<void> {
  const books = await writer.db
    .selectFrom("integrations")
    .select("id")
    .where("user_id", "=", userId)
    .where("kind", "=", "contacts")
    .where("state", "in", ["active", "failed"])
    .execute();
  for (const { id } of books) await writer.job(syncContactsJob, userId, id);
}
