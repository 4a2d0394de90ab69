import type { UserId } from "@inlet/contract/ids.ts";
import { type SelectQueryBuilder, sql, type SqlBool } from "kysely";
import type { Reader } from "./database.ts";
import { hasPreparedAnswer } from "./prepared-answers.ts";
import type { MessageRow, Tables } from "./tables.ts";

/** What lists tell of a message; the rest of its row, such as what it refers to, may be long. */
const told = [
  ...(["id", "account_id", "thread_id", "internal_date", "from_json", "to_json"] as const),
  ...(["subject", "preview", "flags_json", "has_attachments", "is_own", "snoozed_until"] as const),
  ...(["list_key", "is_muted", "category", "priority", "summary"] as const),
];
const columns = told.map((column) => `messages.${column}` as const);

/**
 * A message as it stands in a list, with the key of the list for its own: what came back from being snoozed stands where
 * it came back.
 */
export interface ListedMessage extends Pick<MessageRow, (typeof told)[number] | "date_key"> {
  /** Whether it still waits is for readyAnswers to see. */
  has_prepared_answer: SqlBool;
}

/** The keys of a list's places. */
type Keys = SelectQueryBuilder<Tables, "message_locations", Pick<MessageRow, "date_key">>;

/** The messages that stand at these places, newest first; both are asked for at once. */
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

/** The same of places whose keys are known. */
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

/** What came back from being snoozed and stands under one of these keys, which are no message's own. */
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

/** Where no message has the key for its own, nothing of one is there. */
function isThere(row: {
  [Column in keyof ListedMessage]: ListedMessage[Column] | null;
}): row is ListedMessage {
  return row.id !== null;
}

function newestFirst(rows: readonly ListedMessage[]): ListedMessage[] {
  return rows.toSorted((a, b) => b.date_key - a.date_key);
}
