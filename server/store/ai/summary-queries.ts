import type { MessageId, UserId } from "@inlet/contract/ids.ts";
import { sql } from "kysely";
import type { Reader } from "#/store/engine/database.ts";
import { firstKeyOf } from "#/store/messages/date-keys.ts";
import type { SummaryRow } from "./summary-schema.ts";
import type { LocationRole } from "#/store/engine/schema.ts";

/** Returns the summaries that one engine made of the messages. */
export async function summariesOf(
  reader: Reader,
  userId: UserId,
  messageIds: readonly MessageId[],
  engine: string,
): Promise<SummaryRow[]> {
  if (messageIds.length === 0) return [];
  return reader
    .selectFrom("summaries")
    .selectAll()
    .where("user_id", "=", userId)
    .where("message_id", "in", messageIds)
    .where("engine", "=", engine)
    .execute();
}

const shownRoles: readonly LocationRole[] = ["inbox", "archive", "other", "sent"];

/** A position among the messages of all users, which are processed from newest to oldest. */
export interface MailPlace {
  userId: UserId;
  messageId: MessageId;
  dateKey: number;
}

/**
 * Returns all users' messages since then whose summary is of this version, the newest first, after a position. It takes one walk
 * over an index; each message comes once, with the information if it is in a visible location.
 */
export async function summarizedBy(
  reader: Reader,
  options: { version: number; since: number; after: MailPlace | null; limit: number },
): Promise<(MailPlace & { isShown: boolean })[]> {
  const { version, since, after, limit } = options;
  const rows = await reader
    .selectFrom("messages as m")
    .select((row) => [
      "m.user_id as userId",
      "m.id as messageId",
      "m.date_key as dateKey",
      row
        .selectFrom("message_locations as place")
        .select("place.message_id")
        .whereRef("place.user_id", "=", "m.user_id")
        .whereRef("place.message_id", "=", "m.id")
        .where("place.role", "in", shownRoles)
        .limit(1)
        .as("shown"),
    ])
    .where("m.summary_version", "=", version)
    .where("m.date_key", ">=", firstKeyOf(since))
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(m.date_key, m.user_id) < (${after?.dateKey}, ${after?.userId})`),
    )
    .orderBy("m.date_key", "desc")
    .orderBy("m.user_id", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ shown, ...place }) => ({ ...place, isShown: shown !== null }));
}
