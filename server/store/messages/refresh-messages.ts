import type { MessageId, UserId } from "@inlet/contract/ids.ts";
import { flagColumns, readFlags } from "./flags.ts";
import { inChunks } from "#/store/engine/chunks.ts";
import type { LocationRow, MessageRow } from "#/store/engine/schema.ts";
import type { Writer } from "#/store/engine/writer.ts";

/**
 * Refreshes messages after their locations changed: a message has the flags of all its locations, and one without any becomes an
 * orphan. Returns the messages that became orphans and those that look different.
 */
export async function refreshMessages(
  { db, now }: Writer,
  userId: UserId,
  messageIds: readonly MessageId[],
): Promise<{ gone: MessageId[]; changed: MessageId[] }> {
  const gone: MessageId[] = [];
  const changed: MessageId[] = [];
  for (const ids of inChunks([...new Set(messageIds)])) {
    const messages = await db
      .selectFrom("messages")
      .select(["id", "flags_json", "orphaned_at"])
      .where("user_id", "=", userId)
      .where("id", "in", ids)
      .execute();
    const locations = await db
      .selectFrom("message_locations")
      .select(["message_id", "role", "flags_json"])
      .where("user_id", "=", userId)
      .where("message_id", "in", ids)
      .execute();
    const ofMessage = Map.groupBy(locations, (row) => row.message_id);
    const orphans: MessageId[] = [];
    const alike = new Map<string, { columns: ReturnType<typeof flagColumns>; ids: MessageId[] }>();
    for (const message of messages) {
      const here = ofMessage.get(message.id) ?? [];
      const isOrphan = here.length === 0;
      if (isOrphan && message.orphaned_at > 0) continue;
      const columns = flagColumns(flagsOver(here));
      const isSame = columns.flags_json === message.flags_json;
      if (!isOrphan && isSame && message.orphaned_at === 0) continue;
      const group = alike.get(columns.flags_json) ?? { columns, ids: [] };
      if (!isOrphan) alike.set(columns.flags_json, group);
      (isOrphan ? orphans : group.ids).push(message.id);
    }
    const update = (some: MessageId[], set: Partial<MessageRow>) =>
      db.updateTable("messages").set(set).where("user_id", "=", userId).where("id", "in", some);
    if (orphans.length > 0) await update(orphans, { orphaned_at: now }).execute();
    for (const { columns, ids: some } of alike.values()) {
      await update(some, { ...columns, orphaned_at: 0 }).execute();
      changed.push(...some);
    }
    gone.push(...orphans);
  }
  return { gone, changed };
}

/**
 * Returns the flags of a message over all its locations. A copy in Sent or Drafts is always read, so a message to oneself counts
 * as read once the received copy is.
 */
function flagsOver(locations: readonly Pick<LocationRow, "role" | "flags_json">[]): string[] {
  const all = locations.map(({ role, flags_json: json }) => ({ role, flags: readFlags(json) }));
  const received = all.filter(({ role }) => role !== "sent" && role !== "drafts");
  const isUnread = received.length > 0 && received.every(({ flags }) => !flags.includes("\\Seen"));
  const union = all.flatMap(({ flags }) => flags);
  return isUnread ? union.filter((flag) => flag !== "\\Seen") : union;
}
