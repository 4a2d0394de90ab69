import type { AccountId, MessageId, UserId } from "@inlet/contract/ids.ts";
import { type Expression, sql, type SqlBool } from "kysely";
import type { Engine, Reader } from "./database.ts";
import { filtered, type Row } from "./messages.ts";
import { type Ask, holding } from "./search.ts";

/**
 * Which of these date_keys stand in a folder and meet what is asked, all of it in one place, newest first; over all
 * accounts a twin is not counted, unless a folder or an account is asked for.
 */
export async function visibleKeys(
  reader: Reader,
  engine: Engine,
  userId: UserId,
  keys: readonly number[],
  accountId?: AccountId,
  asks: readonly Ask[] = [],
): Promise<number[]> {
  if (keys.length === 0) return [];
  const isNamed = asks.some(isOfPlace);
  const rows = await reader
    .selectFrom("messages as m")
    .innerJoin("message_locations as l", (join) =>
      join.onRef("l.user_id", "=", "m.user_id").onRef("l.message_id", "=", "m.id"),
    )
    .select(["m.date_key", "m.id"])
    .where("m.user_id", "=", userId)
    .where("m.date_key", "in", keys)
    .where((row) =>
      accountId === undefined
        ? isNamed
          ? row.lit(true)
          : row("l.is_twin", "=", sql.lit(0 as const))
        : row("m.account_id", "=", accountId),
    )
    .execute();
  const standing =
    asks.length > 0 ? await meeting(reader, rows, asks, { engine, userId, keys }) : null;
  const visible = new Set(
    rows.filter((row) => standing?.has(row.id) ?? true).map((row) => row.date_key),
  );
  return keys.filter((key) => visible.has(key));
}

/** Whether a folder or an account is asked for; one that is taken away is not. */
function isOfPlace(ask: Ask): boolean {
  if (ask.kind === "and" || ask.kind === "or") return ask.asks.some(isOfPlace);
  return ask.kind === "folders" || ask.kind === "accounts";
}

/** What an ask is looked at in. */
interface Looking {
  engine: Engine;
  userId: UserId;
  keys: readonly number[];
}

/** Which of these messages stand somewhere as it is asked. */
async function meeting(
  reader: Reader,
  rows: readonly { id: MessageId }[],
  asks: readonly Ask[],
  looking: Looking,
): Promise<ReadonlySet<MessageId>> {
  if (rows.length === 0) return new Set();
  const ids = [...new Set(rows.map(({ id }) => id))];
  const found = await reader
    .selectFrom("message_locations")
    .select("message_id")
    .where("user_id", "=", looking.userId)
    .where("message_id", "in", ids)
    .where((row) => row.and(asks.flatMap((ask) => conditionsOf(row, ask, looking))))
    .execute();
  return new Set(found.map((row) => row.message_id));
}

function conditionsOf(row: Row, ask: Ask, looking: Looking): Expression<SqlBool>[] {
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
      return [ofMessage(row, userId, "is_muted")];
    case "own":
      return [ofMessage(row, userId, "is_own")];
    case "kept":
      return [row("role", "not in", ["spam", "trash", "drafts"])];
    case "words":
      return [ofKeys(row, userId, sql`in (${holding(engine, userId, ask.term, keys)})`)];
    case "dates":
      return [
        ofKeys(row, userId, sql`>= ${ask.from ?? 0}`),
        ofKeys(row, userId, sql`< ${ask.until ?? Number.MAX_SAFE_INTEGER}`),
      ];
    case "not":
      return [row.not(row.and(conditionsOf(row, ask.ask, looking)))];
    case "and":
    case "or":
      return [row[ask.kind](ask.asks.map((part) => row.and(conditionsOf(row, part, looking))))];
  }
}

function ofKeys(row: Row, userId: UserId, condition: Expression<unknown>): Expression<SqlBool> {
  return row.exists(
    row
      .selectFrom("messages as m")
      .select("m.id")
      .where("m.user_id", "=", userId)
      .where("m.id", "=", row.ref("message_id"))
      .where(sql<SqlBool>`m.date_key ${condition}`),
  );
}

function ofMessage(row: Row, userId: UserId, column: "is_muted" | "is_own"): Expression<SqlBool> {
  return row.exists(
    row
      .selectFrom("messages as m")
      .select("m.id")
      .where("m.user_id", "=", userId)
      .where("m.id", "=", row.ref("message_id"))
      .where(`m.${column}`, "=", sql.lit(1 as const)),
  );
}
