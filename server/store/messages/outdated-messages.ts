import type { AccountId, UserId } from "@inlet/contract/ids.ts";
import { sql } from "kysely";
import type { Reader } from "#/store/engine/database.ts";
import { departures } from "#/store/pending/queries.ts";
import type { AttachmentRow, LocationRow, MessageRow } from "#/store/engine/schema.ts";

/**
 * Version of the parser of messages. Raise it to have stored messages fetched again, and recreate the index messages_older in a
 * migration: it covers rows below this number.
 */
export const readVersion = 1;

/** A message that an earlier version read, with its files and locations. */
export interface OlderMessage extends Pick<MessageRow, "id" | "message_id_header" | "size_bytes"> {
  dateKey: number;
  files: Pick<AttachmentRow, "filename" | "type">[];
  /** Its locations on the server; empty while a move is not confirmed yet. */
  places: Pick<LocationRow, "folder_id" | "uid">[];
}

interface Walk {
  /** Only messages older than this date_key. */
  before: number;
  limit: number;
}

/** Returns the newest messages of an account that an earlier version read. */
export async function olderMessages(
  reader: Reader,
  userId: UserId,
  accountId: AccountId,
  { before, limit }: Walk,
): Promise<OlderMessage[]> {
  const rows = await older(reader, userId, accountId)
    .select(["id", "date_key", "message_id_header", "size_bytes"])
    .where("date_key", "<", before)
    .orderBy("date_key", "desc")
    .limit(limit)
    .execute();
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const files = await reader
    .selectFrom("attachments")
    .select(["message_id", "filename", "type"])
    .where("user_id", "=", userId)
    .where("message_id", "in", ids)
    .execute();
  const locations = await reader
    .selectFrom("message_locations")
    .select(["message_id", "folder_id", "uid"])
    .where("user_id", "=", userId)
    .where("message_id", "in", ids)
    .where("uid", ">", 0)
    .execute();
  const leaving = await reader
    .selectFrom("pending_operations")
    .select(["message_id", "folder_id", "uid"])
    .where("user_id", "=", userId)
    .where("message_id", "in", ids)
    .where("kind", "in", departures)
    .where("uid", ">", 0)
    .execute();
  const filesOf = Map.groupBy(files, (row) => row.message_id);
  const placesOf = Map.groupBy([...locations, ...leaving], (row) => row.message_id);
  return rows.map(({ date_key: dateKey, ...row }) => ({
    ...row,
    dateKey,
    files: filesOf.get(row.id) ?? [],
    places: placesOf.get(row.id) ?? [],
  }));
}

/** Returns the number of messages that an earlier version read. */
export async function countOlder(
  reader: Reader,
  userId: UserId,
  accountId: AccountId,
): Promise<number> {
  const { count } = await older(reader, userId, accountId)
    .select((row) => row.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  // PostgreSQL counts in 64 bits, which may arrive as text.
  return Number(count);
}

/** Returns the progress of fetching older messages again, for accounts where some are left. */
export async function olderMailOf(
  reader: Reader,
  userId: UserId,
): Promise<{ accountId: AccountId; count: number; left: number }[]> {
  const rows = await reader
    .selectFrom("account_sync")
    .select(["account_id", "older_count", "older_left"])
    .where("user_id", "=", userId)
    .where("older_left", ">", 0)
    .execute();
  return rows.map((row) => ({
    accountId: row.account_id,
    count: row.older_count,
    left: row.older_left,
  }));
}

function older(reader: Reader, userId: UserId, accountId: AccountId) {
  return (
    reader
      .selectFrom("messages")
      .where("user_id", "=", userId)
      .where("account_id", "=", accountId)
      .where("read_version", "<", sql.lit(readVersion))
      // A message without a location is either found in a folder again or swept.
      .where("orphaned_at", "=", 0)
  );
}
