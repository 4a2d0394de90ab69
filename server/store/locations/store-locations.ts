import type { MessageId } from "@inlet/contract/ids.ts";
import { requeueFlags } from "#/store/messages/copy-pending-flags.ts";
import { claimPlaces } from "./claim-expected-locations.ts";
import { applyOperations, flagColumns, readFlags } from "#/store/messages/flags.ts";
import { inChunks } from "#/store/engine/chunks.ts";
import { recordServerLabels } from "#/store/labels/queries.ts";
import { isMarked, recordMarked } from "./deleted-marks.ts";
import { pendingFlags } from "#/store/pending/pending-flags.ts";
import { refreshMessages } from "#/store/messages/refresh-messages.ts";
import { plain, repeatedOf } from "#/store/classification/classify-messages.ts";
import type { FolderRow, LocationRow } from "#/store/engine/schema.ts";
import { settleDuplicates } from "./duplicates.ts";
import type { Writer } from "#/store/engine/writer.ts";

/** A message found in a folder. */
export interface PlacedMessage {
  uid: number;
  flags: string[];
  messageId: MessageId;
  dateKey: number;
  /** True if its row was just created. */
  isNew: boolean;
  isSnoozed: boolean;
}

/**
 * Stores locations of messages in the folder; messages that are marked as deleted there stay hidden. Pending changes of the
 * messages' other locations are pushed to the new one.
 */
export async function storeLocations(
  writer: Writer,
  folder: FolderRow,
  placed: readonly PlacedMessage[],
): Promise<void> {
  if (placed.length === 0) return;
  const flagLists = placed.map(({ flags }) => flags);
  await recordServerLabels(writer, folder.user_id, flagLists);
  const repeated = await repeatedOf(
    writer,
    folder.user_id,
    placed.map(({ messageId }) => messageId),
  );
  const found: LocationRow[] = placed.map(({ uid, flags, messageId, dateKey, isSnoozed }) => ({
    user_id: folder.user_id,
    account_id: folder.account_id,
    folder_id: folder.id,
    uid,
    message_id: messageId,
    role: isSnoozed && folder.role === "inbox" ? "snoozed" : folder.role,
    date_key: dateKey,
    ...flagColumns(flags),
    is_twin: 0,
    ...(repeated.get(messageId) ?? plain),
  }));
  const attached = placed.filter(({ isNew }) => !isNew).map(({ messageId }) => messageId);
  const rows = await claimPlaces(writer, folder, found, attached);
  const [marked, shown] = split(rows, ({ flags_json: flags }) => isMarked(readFlags(flags)));
  await recordMarked(
    writer,
    folder,
    marked.map(({ uid, message_id: messageId, flags_json: flags }) => ({
      uid,
      messageId,
      flags: readFlags(flags),
    })),
  );
  const pending = await pendingFlags(writer, folder.user_id, attached);
  for (const row of rows) {
    const waiting = pending.get(row.message_id);
    if (!waiting) continue;
    const operations = waiting.map((one) => one.operation);
    // Pending changes of flags stay visible.
    const flags = applyOperations(readFlags(row.flags_json), operations, folder.path);
    Object.assign(row, flagColumns(flags));
    await requeueFlags(writer, row, waiting);
  }
  for (const some of inChunks(shown, 1000)) {
    await writer.db.insertInto("message_locations").values(some).execute();
  }
  const uids = new Set(placed.map(({ uid }) => uid));
  const messageIds = placed.map(({ messageId }) => messageId);
  await settleDuplicates(writer, folder.user_id, messageIds, { folderId: folder.id, uids });
  const touched = [...attached, ...marked.map((row) => row.message_id)];
  const { gone } = await refreshMessages(writer, folder.user_id, touched);
  await writer.change(folder.user_id, "message.gone", gone);
}

function split<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}
