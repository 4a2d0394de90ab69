import type { JournalId, MessageId, RuleId, UserId } from "@inlet/contract/ids.ts";
import type { Reader } from "#/store/engine/database.ts";
import type { JournalRow, RuleRow } from "./schema.ts";

/** Returns the user's rules, in the order in which they are applied. */
export async function rulesOf(reader: Reader, userId: UserId): Promise<RuleRow[]> {
  return reader
    .selectFrom("rules")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** Returns the rules that were already applied to this message. */
export async function rulesDone(
  reader: Reader,
  userId: UserId,
  messageId: MessageId,
): Promise<ReadonlySet<RuleId>> {
  const rows = await reader
    .selectFrom("journal")
    .select("rule_id")
    .where("user_id", "=", userId)
    .where("message_id", "=", messageId)
    .execute();
  return new Set(rows.map((row) => row.rule_id));
}

/** Returns the actions of rules, the latest first. */
export async function journalOf(
  reader: Reader,
  userId: UserId,
  { before, limit }: { before?: JournalId | undefined; limit: number },
): Promise<JournalRow[]> {
  let rows = reader
    .selectFrom("journal")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("id", "desc")
    .limit(limit);
  if (before !== undefined) rows = rows.where("id", "<", before);
  return rows.execute();
}

/** Returns one entry of the journal. */
export async function journalEntry(
  reader: Reader,
  userId: UserId,
  id: JournalId,
): Promise<JournalRow | undefined> {
  return reader
    .selectFrom("journal")
    .selectAll()
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .executeTakeFirst();
}
