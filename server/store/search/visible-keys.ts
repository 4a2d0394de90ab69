import type { AccountId, MessageId, UserId } from "@inlet/contract/ids.ts";
import { type Expression, type RawBuilder, sql, type SqlBool } from "kysely";
import { isAnswered } from "#/store/messages/is-answered.ts";
import type { Engine, Reader } from "#/store/engine/database.ts";
import { inChunks } from "#/store/engine/chunks.ts";
import { filtered, type Row } from "#/store/messages/queries.ts";
import { holding } from "./predicates.ts";
import { isMark, isMarkOfField } from "./index-marks.ts";
import type { Predicate } from "./word-query.ts";

/**
 * Returns the given date keys of messages in a folder that match the predicates, all of them at one location, newest first; a
 * negated predicate must not match any location of the message. Over all accounts a duplicate message is not included, unless a
 * predicate names a folder or an account.
 */
export async function visibleKeys(
  reader: Reader,
  engine: Engine,
  userId: UserId,
  keys: readonly number[],
  accountId?: AccountId,
  asks: readonly Predicate[] = [],
): Promise<number[]> {
  const visible = await visibleMessages(reader, engine, { userId, accountId, asks }, keys);
  return visible.map((message) => message.date_key);
}

/** Like `visibleKeys`, with the ids of the messages. */
export async function visibleMessages(
  reader: Reader,
  engine: Engine,
  {
    userId,
    accountId,
    asks = [],
  }: { userId: UserId; accountId?: AccountId | undefined; asks?: readonly Predicate[] | undefined },
  keys: readonly number[],
): Promise<{ id: MessageId; date_key: number }[]> {
  // Each word of the predicates binds all keys again.
  const batchSize = Math.max(20, Math.floor(maxBound / (1 + wordsIn(asks))));
  const visible = [];
  for (const some of inChunks(keys, batchSize)) {
    visible.push(...(await visibleAmong(reader, engine, { userId, accountId, asks }, some)));
  }
  return visible;
}

/** Maximum number of keys that a statement binds: below its limit, because it binds other values too. */
const maxBound = 15_000;

function wordsIn(asks: readonly Predicate[]): number {
  return asks.reduce((sum, ask) => {
    if (ask.kind === "not") return sum + wordsIn([ask.ask]);
    if (ask.kind === "and" || ask.kind === "or") return sum + wordsIn(ask.asks);
    return sum + (ask.kind === "words" ? 1 : 0);
  }, 0);
}

async function visibleAmong(
  reader: Reader,
  engine: Engine,
  {
    userId,
    accountId,
    asks,
  }: { userId: UserId; accountId: AccountId | undefined; asks: readonly Predicate[] },
  keys: readonly number[],
): Promise<{ id: MessageId; date_key: number }[]> {
  const isNamed = asks.some(isOfPlace);
  const looking = { reader, engine, userId, keys };
  const places = locationsMatching([], looking);
  const rows = await reader
    .selectFrom("messages as sought")
    .select(["sought.date_key", "sought.id"])
    .where("sought.user_id", "=", userId)
    .where("sought.date_key", "in", keys)
    .where((row) =>
      row.exists(
        accountId === undefined && !isNamed
          ? places.where("is_twin", "=", sql.lit(0 as const))
          : places,
      ),
    )
    .where((row) =>
      accountId === undefined ? row.lit(true) : row("sought.account_id", "=", accountId),
    )
    .$if(asks.length > 0, (found) =>
      found.where((row) => row.exists(locationsMatching(asks, looking))),
    )
    .execute();
  const visible = new Map(rows.map((row) => [row.date_key, row]));
  return keys.flatMap((key) => visible.get(key) ?? []);
}

/** Reports whether a predicate names a folder or an account; a negated one does not count. */
function isOfPlace(ask: Predicate): boolean {
  if (ask.kind === "and" || ask.kind === "or") return ask.asks.some(isOfPlace);
  return ask.kind === "folders" || ask.kind === "accounts";
}

/** Context for evaluating a predicate. */
interface Looking {
  reader: Reader;
  engine: Engine;
  userId: UserId;
  keys: readonly number[];
}

/** Returns the locations of the current message that match all of the predicates. */
function locationsMatching(asks: readonly Predicate[], looking: Looking) {
  return looking.reader
    .selectFrom("message_locations")
    .select("message_id")
    .where("user_id", "=", looking.userId)
    .where("message_id", "=", sql.ref<MessageId>("sought.id"))
    .where((row) => row.and(asks.flatMap((ask) => conditionsOf(row, ask, looking))));
}

function conditionsOf(row: Row, ask: Predicate, looking: Looking): Expression<SqlBool>[] {
  const { engine, userId, keys } = looking;
  switch (ask.kind) {
    case "listed":
      return filtered(row, userId, ask.filter);
    case "role":
      return [row("role", "=", ask.role)];
    case "folders":
      return [row("folder_id", "in", ask.ids)];
    case "accounts":
      return [row("account_id", "in", ask.ids)];
    case "muted":
      return [ofMessage(row, userId, sql`m.is_muted = 1`)];
    case "own":
      return [ofMessage(row, userId, sql`m.is_own = 1`)];
    case "answered":
      return [ofMessage(row, userId, isAnswered(engine))];
    case "messageId":
      return [ofMessage(row, userId, sql`m.message_id_header = ${ask.id}`)];
    case "size":
      return [
        ofMessage(
          row,
          userId,
          sql`m.size_bytes > ${ask.above ?? -1} and m.size_bytes < ${ask.below ?? Number.MAX_SAFE_INTEGER}`,
        ),
      ];
    case "marked":
      return [ofMessage(row, userId, hasMark(isMark(ask)))];
    case "field":
      return [ofMessage(row, userId, hasMark(isMarkOfField(ask)))];
    case "kept":
      return [row("role", "not in", ["spam", "trash", "drafts"])];
    case "outside":
      return [row("role", "not in", ask.roles)];
    case "words":
      return [
        ofMessage(row, userId, sql`m.date_key in (${holding(engine, userId, ask.term, keys)})`),
      ];
    case "dates":
      return [
        ofMessage(
          row,
          userId,
          sql`m.date_key >= ${ask.from ?? 0} and m.date_key < ${ask.until ?? Number.MAX_SAFE_INTEGER}`,
        ),
      ];
    case "not":
      // Applies to the message, not to this location: a message that is also in spam counts as spam.
      return [row.not(row.exists(locationsMatching([ask.ask], looking)))];
    case "and":
    case "or":
      return [row[ask.kind](ask.asks.map((part) => row.and(conditionsOf(row, part, looking))))];
  }
}

function hasMark(condition: Expression<SqlBool>): RawBuilder<SqlBool> {
  return sql`exists (select 1 from search_marks where search_marks.user_id = m.user_id
    and search_marks.date_key = m.date_key and ${condition})`;
}

function ofMessage(row: Row, userId: UserId, condition: Expression<unknown>): Expression<SqlBool> {
  return row.exists(
    row
      .selectFrom("messages as m")
      .select("m.id")
      .where("m.user_id", "=", userId)
      .where("m.id", "=", row.ref("message_id"))
      .where(sql<SqlBool>`${condition}`),
  );
}
