import type { Category } from "@inlet/contract/mail/email.ts";
import type { UserId } from "@inlet/contract/ids.ts";
import { sql } from "kysely";
import type { Reader } from "#/store/engine/database.ts";
import { firstKeyOf } from "#/store/messages/date-keys.ts";
import { getMessages } from "#/store/messages/queries.ts";
import type { LocationRole, MessageRow } from "#/store/engine/schema.ts";

/** The briefs that a user received, and those they looked at; days are "" before the first. */
interface BriefMarks {
  lastDay: string;
  since: number;
  seenDay: string;
}

/** Returns the record of a user's briefs. */
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

/** A time range: `from` inclusive, `to` exclusive. */
interface Stretch {
  from: number;
  to: number;
}

/** Returns the newest messages of a time range that are in the inbox, over all accounts, without duplicates. */
export async function inboxOf(
  reader: Reader,
  userId: UserId,
  { from, to, limit }: Stretch & { limit: number },
): Promise<MessageRow[]> {
  const places = await reader
    .selectFrom("message_locations")
    .select("message_id")
    .where("user_id", "=", userId)
    .where("role", "=", "inbox")
    .where("is_twin", "=", sql.lit(0 as const))
    .where("date_key", ">=", firstKeyOf(from))
    .where("date_key", "<", firstKeyOf(to))
    .orderBy("date_key", "desc")
    .limit(limit)
    .execute();
  return getMessages(
    reader,
    userId,
    places.map((place) => place.message_id),
  );
}

/** Roles of the locations that a received message may have now. */
const received: LocationRole[] = ["inbox", "archive", "other", "snoozed"];

/** Counts the messages of a time that other people sent, by category, each message once; "" for unclassified ones. */
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
    // A snoozed message that returned has a new date at its location, but arrived earlier.
    .where("m.date_key", ">=", firstKeyOf(from))
    .where("m.date_key", "<", firstKeyOf(to))
    .where("m.is_own", "=", 0)
    .groupBy("m.category")
    .execute();
  return new Map(rows.map((row) => [row.category, Number(row.count)]));
}
