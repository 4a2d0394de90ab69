import { mergeOperations } from "./flags.ts";
import type { PendingFlags } from "#/store/pending/pending-flags.ts";
import { queuePending } from "#/store/pending/queue-operations.ts";
import type { LocationRow } from "#/store/engine/schema.ts";
import type { Writer } from "#/store/engine/writer.ts";

type Place = Pick<LocationRow, "user_id" | "account_id" | "folder_id" | "message_id" | "uid">;

/**
 * Requeues the pending flag operations of a message's other locations for this location. `waiting` holds all pending operations
 * of the message, the oldest first: later ones win, regardless of their location.
 */
export async function requeueFlags(
  writer: Writer,
  place: Place,
  waiting: readonly PendingFlags[],
): Promise<void> {
  const isOffScreen = ({ folderId, uid }: PendingFlags) =>
    folderId !== place.folder_id || uid !== place.uid;
  for (const kind of ["flags", "local"] as const) {
    const alike = waiting.filter((one) => one.kind === kind);
    if (!alike.some(isOffScreen)) continue;
    const operation = alike.map((one) => one.operation).reduce(mergeOperations);
    await queuePending(writer, place, operation, { kind });
    if (kind === "flags") await writer.job("tell-server", place.user_id, place.account_id);
  }
}
