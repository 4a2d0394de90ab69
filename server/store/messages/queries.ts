import type { Category, Priority, Turn } from "@inlet/contract/mail/email.ts";
import type { AccountId, FolderId, MessageId, ThreadId, UserId } from "@inlet/contract/ids.ts";
import { type ExpressionBuilder, type SqlBool, type Expression, sql } from "kysely";
import { bit } from "#/store/engine/bit.ts";
import type { Reader } from "#/store/engine/database.ts";
import { foldersOf } from "#/store/folders/queries.ts";
import { inChunks } from "#/store/engine/chunks.ts";
import { spellingsOf } from "#/store/labels/keywords.ts";
import { type ListedMessage, messagesAt, messagesUnder } from "./listed-messages.ts";
import { newestOfThreads, newestOfThreadsUp } from "#/store/threads/newest-messages.ts";
import { isTurn } from "#/store/threads/reply-state.ts";
import type { LocationRole, MessageRow, Tables } from "#/store/engine/schema.ts";

export interface ListFilter {
  /** A label that the messages must have. */
  label?: string | undefined;
  isStarred?: boolean | undefined;
  isUnread?: boolean | undefined;
  hasAttachments?: boolean | undefined;
  category?: Category | undefined;
  priority?: Priority | undefined;
  isImportant?: boolean | undefined;
  /** An address, or a domain as in `@example.org`. */
  from?: string | undefined;
  /** The person whose turn it is in the conversation. */
  turn?: Turn | undefined;
  /** Only these messages. */
  ids?: readonly MessageId[] | undefined;
}

interface PageRequest extends ListFilter {
  userId: UserId;
  limit: number;
  /** The date_key of the last message of the previous page. */
  before?: number | undefined;
  /** Only the newest message of each conversation that the list would show. */
  eachThreadOnce?: boolean | undefined;
  isOldestFirst?: boolean | undefined;
}

/**
 * Returns the newest messages in a role, over all accounts (without duplicates) or in one. Each list is a walk along one index:
 * never `account_id in (…) order by`, which sorts the whole mailbox.
 */
export async function pageOfRole(
  reader: Reader,
  page: PageRequest & { role: LocationRole; accountId?: AccountId | undefined },
): Promise<ListedMessage[]> {
  const { userId, role, accountId } = page;
  if (accountId !== undefined && role !== "snoozed") {
    const folders = await foldersOf(reader, userId, accountId);
    const ids = folders.filter((folder) => folder.role === role).map(({ id }) => id);
    return pageOfFolders(reader, page, ids);
  }
  return readPage(reader, page, (row) => [
    row("role", "=", role),
    accountId === undefined
      ? row("is_twin", "=", sql.lit(0 as const))
      : row("account_id", "=", accountId),
  ]);
}

/**
 * Returns the newest messages of the given folders. Usually there is only one; otherwise the pages of all folders are merged.
 */
async function pageOfFolders(
  reader: Reader,
  page: PageRequest,
  ids: FolderId[],
): Promise<ListedMessage[]> {
  const pages = await Promise.all(
    ids.map((folderId) => readPage(reader, page, inFolders([folderId]), inFolders(ids))),
  );
  return newestOf(pages, page);
}

/** Returns the newest messages of one folder, without snoozed ones. */
export async function pageOfFolder(
  reader: Reader,
  page: PageRequest & { folderId: FolderId },
): Promise<ListedMessage[]> {
  return readPage(reader, page, inFolders([page.folderId]));
}

function inFolders(ids: FolderId[]): Conditions {
  const [id] = ids;
  return (row) => [
    id !== undefined && ids.length === 1 ? row("folder_id", "=", id) : row("folder_id", "in", ids),
    row("role", "<>", "snoozed"),
  ];
}

/** Returns the newest starred messages, except in spam and trash, over all accounts or in one. */
export async function pageOfStarred(
  reader: Reader,
  page: PageRequest & { accountId?: AccountId | undefined },
): Promise<ListedMessage[]> {
  const { accountId } = page;
  return readPage(reader, page, (row) => [
    row("is_starred", "=", sql.lit(1 as const)),
    row("role", "not in", ["spam", "trash"]),
    accountId === undefined
      ? row("is_twin", "=", sql.lit(0 as const))
      : row("account_id", "=", accountId),
  ]);
}

/** Roles of locations to search for a label; a list of roles, as each takes one walk along an index. */
const labelledRoles: LocationRole[] = ["inbox", "sent", "drafts", "archive", "other", "snoozed"];

/** Returns the newest messages with a label, in all locations except spam and trash. */
export async function pageOfLabel(
  reader: Reader,
  page: PageRequest & { label: string; accountId?: AccountId | undefined },
): Promise<ListedMessage[]> {
  const { userId, accountId } = page;
  if (accountId === undefined) {
    const isShown = (row: Row) => [
      row("role", "in", labelledRoles),
      row("is_twin", "=", sql.lit(0 as const)),
    ];
    const pages = labelledRoles.map((role) =>
      readPage(
        reader,
        page,
        (row) => [row("role", "=", role), row("is_twin", "=", sql.lit(0 as const))],
        isShown,
      ),
    );
    return newestOf(await Promise.all(pages), page);
  }
  const folders = await foldersOf(reader, userId, accountId);
  const isShown = (row: Row) => [
    row("account_id", "=", accountId),
    row("role", "in", labelledRoles),
  ];
  const pages = folders
    .filter(({ role }) => labelledRoles.includes(role))
    .map(({ id }) => readPage(reader, page, (row) => [row("folder_id", "=", id)], isShown));
  return newestOf(await Promise.all(pages), page);
}

function newestOf(
  pages: readonly ListedMessage[][],
  { limit, eachThreadOnce = false, isOldestFirst = false }: PageRequest,
): ListedMessage[] {
  const rows = new Map<number | ThreadId, ListedMessage>();
  const way = isOldestFirst ? -1 : 1;
  for (const row of pages.flat().toSorted((a, b) => way * (b.date_key - a.date_key))) {
    const key = eachThreadOnce ? row.thread_id : row.date_key;
    if (!rows.has(key)) rows.set(key, row);
  }
  return [...rows.values()].slice(0, limit);
}

export type Row = ExpressionBuilder<Tables, "message_locations">;

/** Returns the conditions of a filter on a location. */
export function filtered(row: Row, userId: UserId, filter: ListFilter): Expression<SqlBool>[] {
  const { isStarred, isUnread, hasAttachments, category, label, from } = filter;
  const priority = filter.isImportant === true ? "High" : filter.priority;
  const all: Expression<SqlBool>[] = [];
  if (isStarred !== undefined) all.push(row("is_starred", "=", bit(isStarred)));
  // Literals in the statement, to let the partial indexes be used.
  if (isUnread === true) all.push(row("is_seen", "=", sql.lit(0 as const)));
  if (isUnread === false) all.push(row("is_seen", "=", sql.lit(1 as const)));
  if (hasAttachments === true) all.push(row("has_attachments", "=", sql.lit(1 as const)));
  if (hasAttachments === false) all.push(row("has_attachments", "=", sql.lit(0 as const)));
  // The partial index requires the condition that the value is not empty.
  if (category !== undefined) {
    all.push(row("category", "<>", sql.lit("" as const)), row("category", "=", category));
  }
  if (priority !== undefined) {
    all.push(row("priority", "<>", sql.lit("" as const)), row("priority", "=", priority));
  }
  if (filter.isImportant === false) all.push(row("priority", "<>", "High"));
  if (from) all.push(isFrom(row, userId, from));
  if (label !== undefined) all.push(hasKeyword(row, userId, label));
  if (filter.turn !== undefined) all.push(isTurn(row, userId, filter.turn));
  if (filter.ids?.length === 0) all.push(row.lit(false));
  else if (filter.ids) all.push(row("message_id", "in", filter.ids));
  return all;
}

type Conditions = (row: Row) => Expression<SqlBool>[];

/**
 * Reads the keys from an index that covers all conditions, and then the rows with these keys. `inList` are the conditions of the
 * whole list, if the page is of a part of it.
 */
async function readPage(
  reader: Reader,
  page: PageRequest,
  conditions: Conditions,
  inList: Conditions = conditions,
): Promise<ListedMessage[]> {
  const { userId, limit, eachThreadOnce = false, isOldestFirst = false } = page;
  const { before = isOldestFirst ? 0 : Number.MAX_SAFE_INTEGER } = page;
  const showing = (asked: Conditions) => (row: Row) =>
    row.and([...asked(row), ...filtered(row, userId, page)]);
  const shown = showing(conditions);
  const inOrder = (rows: ListedMessage[]) => (isOldestFirst ? rows.toReversed() : rows);
  if (eachThreadOnce) {
    const lists = { part: shown, whole: showing(inList) };
    const keys = isOldestFirst
      ? await newestOfThreadsUp(reader, { userId, limit, after: before }, lists)
      : await newestOfThreads(reader, { userId, limit, before }, lists);
    return inOrder(await messagesUnder(reader, userId, keys));
  }
  const places = reader
    .selectFrom("message_locations")
    .select("date_key")
    .distinct()
    .where("user_id", "=", userId)
    .where(shown)
    .where("date_key", isOldestFirst ? ">" : "<", before)
    .orderBy("date_key", isOldestFirst ? "asc" : "desc")
    .limit(limit);
  return inOrder(await messagesAt(reader, userId, places));
}

/**
 * Keywords are in a JSON list; their case is ignored (RFC 3501, 2.3.2). The condition is on the message, not the location: in the
 * folder of a label Gmail does not report that label.
 */
function hasKeyword(row: Row, userId: UserId, label: string): Expression<SqlBool> {
  const patterns = spellingsOf(label).map((spelling) => {
    const pattern = JSON.stringify(spelling).replaceAll(/[%_!]/g, "!$&");
    // The database converts both sides to lower case: its lower() may only know the capitals of ASCII.
    return sql<SqlBool>`lower(m.flags_json) like lower(${`%${pattern}%`}) escape '!'`;
  });
  return row.exists(
    row
      .selectFrom("messages as m")
      .select("m.id")
      .where("m.user_id", "=", userId)
      .where("m.id", "=", row.ref("message_id"))
      .where((message) => message.or(patterns)),
  );
}

/**
 * The sender is in a JSON list of names and addresses. Case is ignored in the name and the address, as mail servers in use do.
 */
function isFrom(row: Row, userId: UserId, sender: string): Expression<SqlBool> {
  const escaped = JSON.stringify(sender.toLowerCase()).slice(1).replaceAll(/[%_!]/g, "!$&");
  const pattern = `%"address":"${sender.startsWith("@") ? "%" : ""}${escaped}%`;
  return row.exists(
    row
      .selectFrom("messages as m")
      .select("m.id")
      .where("m.user_id", "=", userId)
      .where("m.id", "=", row.ref("message_id"))
      .where(sql<SqlBool>`lower(m.from_json) like ${pattern} escape '!'`),
  );
}

/** Returns the user's messages with these keys, newest first. */
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

/** Returns one message of the user. */
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

/** Returns the user's messages with the given ids, newest first; unknown ids are ignored. */
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
