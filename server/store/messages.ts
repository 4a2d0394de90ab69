import type { FolderRole } from "@inlet/contract/email.ts";
import type { AccountId, FolderId, MessageId, UserId } from "@inlet/contract/ids.ts";
import { type ExpressionBuilder, type SqlBool, type Expression, sql } from "kysely";
import { bit } from "./bit.ts";
import type { Reader } from "./database.ts";
import { foldersOf } from "./folders.ts";
import { inChunks } from "./in-chunks.ts";
import type { MessageRow, Tables } from "./tables.ts";

interface PageRequest {
  userId: UserId;
  limit: number;
  /** The date_key of the last message of the page before. */
  before?: number | undefined;
  /** An IMAP keyword that messages must carry. */
  label?: string | undefined;
}

/**
 * The newest messages in a role, over all accounts (the same mail once) or in one. Each list is a walk along one
 * index: never `account_id in (…) order by`, which sorts the whole mailbox.
 */
export async function pageOfRole(
  reader: Reader,
  page: PageRequest & {
    role: FolderRole;
    accountId?: AccountId | undefined;
    isStarred?: boolean | undefined;
  },
): Promise<MessageRow[]> {
  const { userId, role, accountId, isStarred } = page;
  if (accountId !== undefined) {
    const folders = await foldersOf(reader, userId, accountId);
    const ids = folders.filter((folder) => folder.role === role).map(({ id }) => id);
    return pageOfFolders(reader, page, ids);
  }
  return readPage(reader, page, (row) => [
    row("role", "=", role),
    row("is_twin", "=", sql.lit(0 as const)),
    ...starred(row, isStarred),
  ]);
}

/** Mostly there is one; of several each gives a page, and the newest of all are taken. */
async function pageOfFolders(
  reader: Reader,
  page: PageRequest & { isStarred?: boolean | undefined },
  ids: FolderId[],
): Promise<MessageRow[]> {
  const pages = await Promise.all(
    ids.map((folderId) => pageOfFolder(reader, { ...page, folderId })),
  );
  const rows = new Map(pages.flat().map((row) => [row.date_key, row]));
  return [...rows.values()].toSorted((a, b) => b.date_key - a.date_key).slice(0, page.limit);
}

/** The newest messages of one folder. */
export async function pageOfFolder(
  reader: Reader,
  page: PageRequest & { folderId: FolderId; isStarred?: boolean | undefined },
): Promise<MessageRow[]> {
  const { folderId, isStarred } = page;
  return readPage(reader, page, (row) => [
    row("folder_id", "=", folderId),
    ...starred(row, isStarred),
  ]);
}

/** The newest starred messages, except in spam and trash, over all accounts or in one. */
export async function pageOfStarred(
  reader: Reader,
  page: PageRequest & { accountId?: AccountId | undefined },
): Promise<MessageRow[]> {
  const { accountId } = page;
  return readPage(reader, page, (row) => [
    row("is_starred", "=", sql.lit(1 as const)),
    row("role", "not in", ["spam", "trash"]),
    accountId === undefined
      ? row("is_twin", "=", sql.lit(0 as const))
      : row("account_id", "=", accountId),
  ]);
}

type Row = ExpressionBuilder<Tables, "message_locations">;

function starred(row: Row, isStarred: boolean | undefined): Expression<SqlBool>[] {
  return isStarred === undefined ? [] : [row("is_starred", "=", bit(isStarred))];
}

type Conditions = (row: Row) => Expression<SqlBool>[];

/** First the keys, from an index that holds all the conditions; then the rows they name. */
async function readPage(
  reader: Reader,
  page: PageRequest,
  conditions: Conditions,
): Promise<MessageRow[]> {
  const { userId, limit, before = Number.MAX_SAFE_INTEGER, label } = page;
  const keys = await reader
    .selectFrom("message_locations")
    .select("date_key")
    .distinct()
    .where("user_id", "=", userId)
    .where((row) => row.and(conditions(row)))
    .where("date_key", "<", before)
    .where((row) => (label === undefined ? row.lit(true) : carries(label)))
    .orderBy("date_key", "desc")
    .limit(limit)
    .execute();
  return messagesByKeys(
    reader,
    userId,
    keys.map((row) => row.date_key),
  );
}

/** Keywords stand in a JSON list of text; their case means nothing (RFC 3501, 2.3.2). */
function carries(label: string): Expression<SqlBool> {
  const pattern = JSON.stringify(label.toLowerCase()).replaceAll(/[%_!]/g, "!$&");
  return sql<SqlBool>`lower(flags_json) like ${`%${pattern}%`} escape '!'`;
}

/** The user's messages with these keys, newest first. */
export async function messagesByKeys(
  reader: Reader,
  userId: UserId,
  keys: readonly number[],
): Promise<MessageRow[]> {
  if (keys.length === 0) return [];
  const rows = await reader
    .selectFrom("messages")
    .selectAll()
    .where("user_id", "=", userId)
    .where("date_key", "in", keys)
    .execute();
  return rows.toSorted((a, b) => b.date_key - a.date_key);
}

/** One message of the user. */
export async function getMessage(
  reader: Reader,
  userId: UserId,
  id: MessageId,
): Promise<MessageRow | undefined> {
  return reader
    .selectFrom("messages")
    .selectAll()
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** The user's messages with these ids, newest first; unknown ids are passed over. */
export async function getMessages(
  reader: Reader,
  userId: UserId,
  ids: readonly MessageId[],
): Promise<MessageRow[]> {
  const found: MessageRow[] = [];
  for (const some of inChunks(ids)) {
    const rows = await reader
      .selectFrom("messages")
      .selectAll()
      .where("user_id", "=", userId)
      .where("id", "in", some)
      .execute();
    found.push(...rows);
  }
  return found.toSorted((a, b) => b.date_key - a.date_key);
}
