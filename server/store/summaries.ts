import type { MessageId, UserId } from "@inlet/contract/ids.ts";
import type { Reader } from "./database.ts";
import { firstKeyOf } from "./date-keys.ts";
import type { SummaryRow } from "./summary-tables.ts";
import type { LocationRole } from "./tables.ts";

/** What one engine made of these messages. */
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

/** The user's newest messages since then that no engine of this version has summed up. */
export async function unsummarized(
  reader: Reader,
  userId: UserId,
  options: { since: number; version: number; limit: number },
): Promise<MessageId[]> {
  for (const role of shownRoles) {
    const rows = await reader
      .selectFrom("message_locations")
      .innerJoin("messages", (join) =>
        join
          .onRef("messages.user_id", "=", "message_locations.user_id")
          .onRef("messages.id", "=", "message_locations.message_id"),
      )
      .select("messages.id")
      .where("message_locations.user_id", "=", userId)
      .where("message_locations.role", "=", role)
      .where("message_locations.date_key", ">=", firstKeyOf(options.since))
      .where("messages.summary_version", "<", options.version)
      .orderBy("message_locations.date_key", "desc")
      .limit(options.limit)
      .execute();
    if (rows.length > 0) return [...new Set(rows.map(({ id }) => id))];
  }
  return [];
}
