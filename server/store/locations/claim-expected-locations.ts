import type { MessageId } from "@inlet/contract/ids.ts";
import { inChunks } from "#/store/engine/chunks.ts";
import { departures, movePending, type PendingRow } from "#/store/pending/queries.ts";
import type { FolderRow, LocationRow } from "#/store/engine/schema.ts";
import type { Writer } from "#/store/engine/writer.ts";

/**
 * Matches messages that sync found in a folder with the ones that are expected there: moved here but not yet seen, or already
 * leaving again. Pending operations of such a location follow to the UID that was found. Returns the locations to store.
 */
export async function claimPlaces(
  writer: Writer,
  folder: FolderRow,
  found: readonly LocationRow[],
  attached: readonly MessageId[],
): Promise<LocationRow[]> {
  const expected = await expectedIn(writer, folder, attached);
  if (expected.size === 0) return [...found];
  const stored: LocationRow[] = [];
  for (const row of found) {
    const first = expected.get(row.message_id)?.shift();
    if (!first) {
      stored.push(row);
      continue;
    }
    const from = { folderId: folder.id, uid: first.uid, messageId: row.message_id };
    const to = { folderId: folder.id, uid: row.uid, uidValidity: folder.uid_validity };
    const waiting = await movePending(writer, folder.user_id, from, to);
    if (waiting > 0) await writer.job("tell-server", folder.user_id, folder.account_id);
    // A leaving message has no location here.
    if (first.isLeaving) continue;
    await writer.db
      .deleteFrom("message_locations")
      .where("user_id", "=", folder.user_id)
      .where("folder_id", "=", folder.id)
      .where("uid", "=", first.uid)
      .execute();
    stored.push(row);
  }
  return stored;
}

interface Expected {
  uid: number;
  isLeaving: boolean;
}

async function expectedIn(
  { db }: Writer,
  folder: FolderRow,
  messageIds: readonly MessageId[],
): Promise<Map<MessageId, Expected[]>> {
  const expected = new Map<MessageId, Expected[]>();
  const add = (rows: readonly Pick<PendingRow, "message_id" | "uid">[], isLeaving: boolean) => {
    for (const { message_id: id, uid } of rows) {
      const list = expected.get(id) ?? [];
      if (!list.some((one) => one.uid === uid)) list.push({ uid, isLeaving });
      expected.set(id, list);
    }
  };
  for (const ids of inChunks(messageIds)) {
    const here = await db
      .selectFrom("message_locations")
      .select(["message_id", "uid"])
      .where("user_id", "=", folder.user_id)
      .where("message_id", "in", ids)
      .where("folder_id", "=", folder.id)
      .where("uid", "<", 0)
      .orderBy("uid", "desc")
      .execute();
    const pending = await db
      .selectFrom("pending_operations")
      .select(["message_id", "uid", "kind"])
      .where("user_id", "=", folder.user_id)
      .where("message_id", "in", ids)
      .where("folder_id", "=", folder.id)
      .where("uid", "<=", 0)
      .orderBy("id")
      .execute();
    const isDeparture = ({ kind }: { kind: PendingRow["kind"] }) => departures.includes(kind);
    add(here, false);
    add(pending.filter(isDeparture), true);
    add(
      pending.filter((row) => !isDeparture(row)),
      false,
    );
  }
  // Moves arrive in the order of their requests. Messages from before a change of UIDVALIDITY come before all of them.
  for (const list of expected.values()) list.sort((a, b) => b.uid - a.uid);
  return expected;
}
