import type { UserId } from "@inlet/contract/ids.ts";
import { type SelectQueryBuilder, sql, type SqlBool } from "kysely";
import type { Reader } from "#/store/engine/database.ts";
import { hasPreparedAnswer } from "#/store/follow-ups/prepared-answer-queries.ts";
import type { MessageRow, Tables } from "#/store/engine/schema.ts";

/** Columns that lists show; other columns, such as the references, may be long. */
const listedColumns = [
  ...(["id", "account_id", "thread_id", "internal_date", "from_json", "to_json"] as const),
  ...(["subject", "preview", "flags_json", "has_attachments", "is_own", "snoozed_until"] as const),
  ...(["list_key", "is_muted", "category", "priority", "summary"] as const),
];
const columns = listedColumns.map((column) => `messages.${column}` as const);

/** A message in a list. Its key is the one of the list: a message that returned from snoozing is where it returned. */
export interface ListedMessage extends Pick<
  MessageRow,
  (typeof listedColumns)[number] | "date_key"
> {
  /** Candidates only: readyAnswers checks that the answer still waits. */
  has_prepared_answer: SqlBool;
}

/** Query for the keys of a list's locations. */
type Keys = SelectQueryBuilder<Tables, "message_locations", Pick<MessageRow, "date_key">>;

/** Returns the messages at these positions, newest first; one query reads both. */
export async function messagesAt(
  reader: Reader,
  userId: UserId,
  keys: Keys,
): Promise<ListedMessage[]> {
  const rows = await reader
    .selectFrom(keys.as("place"))
    .leftJoin("messages", (join) =>
      join
        .on("messages.user_id", "=", userId)
        .onRef("messages.date_key", "=", "place.date_key")
        .on("messages.list_key", "=", sql.lit(0)),
    )
    .select(columns)
    .select("place.date_key")
    .select(hasPreparedAnswer(userId).as("has_prepared_answer"))
    .execute();
  const own = rows.filter((row) => isThere(row));
  if (own.length === rows.length) return newestFirst(own);
  const others = rows.filter(({ id }) => id === null).map((row) => row.date_key);
  return newestFirst([...own, ...(await returnedUnder(reader, userId, others))]);
}

/** Like `messagesAt`, for locations whose keys are known. */
export async function messagesUnder(
  reader: Reader,
  userId: UserId,
  keys: readonly number[],
): Promise<ListedMessage[]> {
  if (keys.length === 0) return [];
  const own = await reader
    .selectFrom("messages")
    .select(columns)
    .select("messages.date_key")
    .select(hasPreparedAnswer(userId).as("has_prepared_answer"))
    .where("user_id", "=", userId)
    .where("date_key", "in", keys)
    .where("list_key", "=", sql.lit(0))
    .execute();
  if (own.length === keys.length) return newestFirst(own);
  return newestFirst([...own, ...(await returnedUnder(reader, userId, keys))]);
}

/** Returns messages that returned from snoozing under one of the keys, which are not the date keys of a message. */
async function returnedUnder(
  reader: Reader,
  userId: UserId,
  keys: readonly number[],
): Promise<ListedMessage[]> {
  return reader
    .selectFrom("messages")
    .select(columns)
    .select("messages.list_key as date_key")
    .select(hasPreparedAnswer(userId).as("has_prepared_answer"))
    .where("user_id", "=", userId)
    .where("list_key", ">", sql.lit(0))
    .where("list_key", "in", keys)
    .execute();
}

/** Reports whether a row has a message: the columns are null if the key is not a date key of any. */
function isThere(row: {
  [Column in keyof ListedMessage]: ListedMessage[Column] | null;
}): row is ListedMessage {
  return row.id !== null;
}

function newestFirst(rows: readonly ListedMessage[]): ListedMessage[] {
  return rows.toSorted((a, b) => b.date_key - a.date_key);
}
