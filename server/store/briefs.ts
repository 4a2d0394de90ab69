import type { Category } from "@inlet/contract/email.ts";
import type { UserId } from "@inlet/contract/ids.ts";
import { sql } from "kysely";
import type { Reader } from "./database.ts";
import { firstKeyOf } from "./date-keys.ts";
import { getMessages, type Row } from "./messages.ts";
import type { LocationRole, MessageRow } from "./tables.ts";
import { isTurn } from "./turns.ts";

/** What somebody was told in briefs, and what they looked at; days are "" before the first. */
interface BriefMarks {
  lastDay: string;
  since: number;
  seenDay: string;
}

/** What is noted of the briefs of a person. */
export async function briefMarksOf(reader: Reader, userId: UserId): Promise<BriefMarks> {
  const row = await reader
    .selectFrom("daily_summaries")
    .selectAll()
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return {
    lastDay: row?.last_day ?? "",
    since: row?.since ?? 0,
    seenDay: row?.seen_day ?? "",
  };
}

/** From a time on, up to and without another. */
interface Stretch {
  from: number;
  to: number;
}

/** The newest mail of a time that asks the person and was not answered, or that they sent and nobody answered. */
export async function openTurns(
  reader: Reader,
  userId: UserId,
  turn: "reply" | "waiting",
  { from, to, limit }: Stretch & { limit: number },
): Promise<MessageRow[]> {
  const role = turn === "waiting" ? "sent" : "inbox";
  return newestOf(reader, userId, { from, to, role, limit }, (row) => isTurn(row, userId, turn));
}

/** The newest mail of a time that is in the inbox. */
export async function inboxOf(
  reader: Reader,
  userId: UserId,
  { from, to, limit }: Stretch & { limit: number },
): Promise<MessageRow[]> {
  return newestOf(reader, userId, { from, to, role: "inbox", limit });
}

/** The same mail once, over all accounts; a walk along one index. */
async function newestOf(
  reader: Reader,
  userId: UserId,
  { from, to, role, limit }: Stretch & { role: LocationRole; limit: number },
  condition?: (row: Row) => ReturnType<typeof isTurn>,
): Promise<MessageRow[]> {
  const places = await reader
    .selectFrom("message_locations")
    .select("message_id")
    .where("user_id", "=", userId)
    .where("role", "=", role)
    .where("is_twin", "=", sql.lit(0 as const))
    .where("date_key", ">=", firstKeyOf(from))
    .where("date_key", "<", firstKeyOf(to))
    .$if(condition !== undefined, (query) =>
      query.where((row) => condition?.(row) ?? row.lit(true)),
    )
    .orderBy("date_key", "desc")
    .limit(limit)
    .execute();
  return getMessages(
    reader,
    userId,
    places.map((place) => place.message_id),
  );
}

/** Where mail that arrived may stand by now. */
const received: LocationRole[] = ["inbox", "archive", "other", "snoozed"];

/** How much mail of a time others sent, by what it is, the same mail once; "" for what nobody sorted. */
export async function countByCategory(
  reader: Reader,
  userId: UserId,
  { from, to }: Stretch,
): Promise<Map<Category | "", number>> {
  const rows = await reader
    .selectFrom("message_locations as l")
    .innerJoin("messages as m", (join) =>
      join.onRef("m.user_id", "=", "l.user_id").onRef("m.id", "=", "l.message_id"),
    )
    .select(["m.category", sql<number>`count(distinct l.message_id)`.as("count")])
    .where("l.user_id", "=", userId)
    .where("l.role", "in", received)
    .where("l.is_twin", "=", sql.lit(0 as const))
    .where("l.date_key", ">=", firstKeyOf(from))
    .where("l.date_key", "<", firstKeyOf(to))
    // What was brought back stands as new in its place and came before.
    .where("m.date_key", ">=", firstKeyOf(from))
    .where("m.date_key", "<", firstKeyOf(to))
    .where("m.is_own", "=", 0)
    .groupBy("m.category")
    .execute();
  return new Map(rows.map((row) => [row.category, Number(row.count)]));
}
