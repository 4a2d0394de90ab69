import type { AccountId, FolderId, MessageId, UserId } from "@inlet/contract/ids.ts";
import { type Expression, sql, type SqlBool } from "kysely";
import type { Scope } from "./change-messages.ts";
import type { Engine, Reader } from "./database.ts";
import { inChunks } from "./in-chunks.ts";
import { filtered, type ListFilter, type Row } from "./messages.ts";
import { findWords, type WordQuery } from "./search.ts";
import { type Standing, stillStanding } from "./standing.ts";
import type { LocationRole } from "./tables.ts";
import { visibleKeys } from "./visible-keys.ts";

/** All messages of a list, of a search, or of a search within a list. */
export interface Selection extends ListFilter {
  /** "" with words: wherever they stand. */
  list: { role: LocationRole } | { folderId: FolderId } | "starred" | "labelled" | "";
  accountId?: AccountId | undefined;
  words?: WordQuery | undefined;
  /** With what stands in these folders and is out of sight until its time comes. */
  withSnoozed?: boolean;
  /** Without what came here after this message, whatever its date. */
  newest?: MessageId | undefined;
  /** Without what came to its place later, however old it is. */
  standing?: Standing | undefined;
}

/** What of a message the selection means to move or delete. */
export function scopeOf({ list }: Selection): Scope | undefined {
  if (list === "" || list === "starred" || list === "labelled") return undefined;
  return "role" in list
    ? { roles: [list.role], folderIds: [] }
    : { roles: [], folderIds: [list.folderId] };
}

/** How many messages that is. */
export async function countSelection(
  reader: Reader,
  engine: Engine,
  userId: UserId,
  selection: Selection,
): Promise<number> {
  if (!selection.words) {
    const row = await reader
      .selectFrom("message_locations")
      .select(sql<number>`count(distinct date_key)`.as("count"))
      .where("user_id", "=", userId)
      .where((location) => location.and(conditions(location, userId, selection)))
      .executeTakeFirstOrThrow();
    return Number(row.count);
  }
  let count = 0;
  let before = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const slice = await nextOfSelection(reader, engine, userId, selection, { before, limit: 1000 });
    count += slice.ids.length;
    if (slice.before === null) return count;
    before = slice.before;
  }
}

/** The next messages older than a key, and the key to go on from; null at the end. */
export async function nextOfSelection(
  reader: Reader,
  engine: Engine,
  userId: UserId,
  selection: Selection,
  { before, limit }: { before: number; limit: number },
): Promise<{ ids: MessageId[]; before: number | null }> {
  if (selection.words) {
    return nextOfSearch(
      reader,
      engine,
      userId,
      { ...selection, words: selection.words },
      before,
      limit,
    );
  }
  const rows = await reader
    .selectFrom("message_locations")
    .select(["date_key", "message_id", "folder_id", "uid"])
    .where("user_id", "=", userId)
    .where("date_key", "<", before)
    .where((row) => row.and(conditions(row, userId, selection)))
    .orderBy("date_key", "desc")
    .limit(limit)
    .execute();
  const last = rows.at(-1);
  const standing = await stillStanding(reader, userId, rows, selection.standing);
  return {
    ids: [...new Set(standing.map((row) => row.message_id))],
    before: rows.length < limit || !last ? null : last.date_key,
  };
}

async function nextOfSearch(
  reader: Reader,
  engine: Engine,
  userId: UserId,
  selection: Selection & { words: WordQuery },
  before: number,
  limit: number,
): Promise<{ ids: MessageId[]; before: number | null }> {
  const { accountId, words: query } = selection;
  const keys = await findWords(reader, engine, { userId, accountId, query, limit, before });
  const visible = await visibleKeys(reader, engine, userId, keys, accountId, query.asks);
  const ids: MessageId[] = [];
  for (const some of inChunks(visible)) {
    const rows = await reader
      .selectFrom("messages")
      .select("id")
      .where("user_id", "=", userId)
      .where("date_key", "in", some)
      .execute();
    ids.push(...rows.map(({ id }) => id));
  }
  return {
    ids: await onlyListed(reader, userId, selection, ids),
    before: keys.length < limit ? null : (keys.at(-1) ?? null),
  };
}

/** Of what was found, only what the list shows as well. */
async function onlyListed(
  reader: Reader,
  userId: UserId,
  selection: Selection,
  ids: MessageId[],
): Promise<MessageId[]> {
  if (ids.length === 0) return [];
  const rows = await reader
    .selectFrom("message_locations")
    .select(["message_id", "folder_id", "uid"])
    .where("user_id", "=", userId)
    .where("message_id", "in", ids)
    .where((row) => row.and(conditions(row, userId, selection)))
    .execute();
  const standing = await stillStanding(reader, userId, rows, selection.standing);
  const listed = new Set(standing.map((row) => row.message_id));
  return ids.filter((id) => listed.has(id));
}

function conditions(row: Row, userId: UserId, selection: Selection): Expression<SqlBool>[] {
  const { list, accountId, newest, withSnoozed = false } = selection;
  const all = filtered(row, userId, selection);
  // Ids are ordered by time.
  if (newest !== undefined) all.push(row("message_id", "<=", newest));
  if (list === "starred") {
    all.push(row("is_starred", "=", sql.lit(1 as const)), row("role", "not in", ["spam", "trash"]));
  } else if (list === "labelled") all.push(row("role", "not in", ["spam", "trash"]));
  else if (list !== "" && "role" in list) {
    const isInSight = row("role", "=", list.role);
    all.push(
      withSnoozed && list.role !== "snoozed"
        ? isInSight.or(isSnoozedIn(row, userId, list.role))
        : isInSight,
    );
  } else if (list !== "") {
    all.push(row("folder_id", "=", list.folderId));
    if (!withSnoozed) all.push(row("role", "<>", "snoozed"));
  }
  if (accountId !== undefined) all.push(row("account_id", "=", accountId));
  else if (list !== "" && (list === "starred" || list === "labelled" || "role" in list)) {
    all.push(row("is_twin", "=", sql.lit(0 as const)));
  }
  return all;
}

/** It will come back to a folder of this role. */
function isSnoozedIn(
  row: Row,
  userId: UserId,
  role: Exclude<LocationRole, "snoozed">,
): Expression<SqlBool> {
  const folders = row
    .selectFrom("folders")
    .select("folders.id")
    .where("folders.user_id", "=", userId)
    .where("folders.role", "=", role);
  return row.and([row("message_locations.role", "=", "snoozed"), row("folder_id", "in", folders)]);
}
