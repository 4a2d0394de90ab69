import type { AccountRow } from "#/store/engine/schema.ts";
import type { Database } from "#/store/engine/database.ts";
import { readFlags } from "#/store/messages/flags.ts";
import { readDeparture } from "#/store/pending/queries.ts";
import { comparableFlags, type MailboxTruth } from "./folder-truth.ts";

/** Returns the account's state in the store. */
export async function truthHere({ reader }: Database, account: AccountRow): Promise<MailboxTruth> {
  const folders = await reader
    .selectFrom("folders")
    .select(["id", "path", "uid_validity"])
    .where("user_id", "=", account.user_id)
    .where("account_id", "=", account.id)
    .where("is_wanted", "=", 0)
    .execute();
  const truth: MailboxTruth = new Map();
  for (const folder of folders) {
    const rows = await reader
      .selectFrom("message_locations")
      .innerJoin("messages", "messages.id", "message_locations.message_id")
      .select([
        "message_locations.uid",
        "message_locations.flags_json",
        "messages.message_id_header",
      ])
      .where("message_locations.user_id", "=", account.user_id)
      .where("message_locations.folder_id", "=", folder.id)
      .execute();
    // Messages marked as deleted are stored but not visible.
    const marked = await reader
      .selectFrom("pending_operations")
      .innerJoin("messages", "messages.id", "pending_operations.message_id")
      .select([
        "pending_operations.uid",
        "pending_operations.operation_json",
        "messages.message_id_header",
      ])
      .where("pending_operations.user_id", "=", account.user_id)
      .where("pending_operations.folder_id", "=", folder.id)
      .where("pending_operations.kind", "=", "left")
      .execute();
    const places = [
      ...rows.map((row) => ({ ...row, flags: readFlags(row.flags_json) })),
      ...marked.map((row) => ({ ...row, flags: readDeparture(row.operation_json).flags })),
    ];
    const messages = places.map((row) => {
      const flags = comparableFlags(row.flags);
      return [row.uid, { flags, messageId: row.message_id_header }] as const;
    });
    truth.set(folder.path, { uidValidity: folder.uid_validity, messages: new Map(messages) });
  }
  return truth;
}

/** Returns descriptions of the pending operations. */
export async function waitingHere({ reader }: Database, account: AccountRow): Promise<string[]> {
  const rows = await reader
    .selectFrom("pending_operations as o")
    .leftJoin("folders as f", "f.id", "o.folder_id")
    .leftJoin("folders as t", "t.id", "o.target_folder_id")
    .select(["o.kind", "o.uid", "o.attempts", "f.path", "t.path as target"])
    .where("o.user_id", "=", account.user_id)
    .where("o.account_id", "=", account.id)
    .orderBy("o.id")
    .execute();
  return rows.map(
    ({ kind, path, uid, target, attempts }) =>
      `waits: ${kind} ${path} ${uid} to ${target}, tried ${attempts} times`,
  );
}
