import type { AccountId, FolderId, MessageId, UserId } from "@inlet/contract/ids.ts";
import {
  applyOperations,
  flagColumns,
  type FlagsOperation,
  mergeOperations,
  readFlags,
} from "./flags.ts";
import { pathsOf } from "#/store/folders/queries.ts";
import { inChunks } from "#/store/engine/chunks.ts";
import { flagsOfLabel, gmailPrefix, keywordOf, labelNamesOf } from "#/store/labels/keywords.ts";
import { knownKeywords, recordLabels } from "#/store/labels/queries.ts";
import { type PendingFlags, pendingFlags } from "#/store/pending/pending-flags.ts";
import { queueAllPending, type QueuedFlags } from "#/store/pending/queue-operations.ts";
import type { LocationRow } from "#/store/engine/schema.ts";
import type { UndoStep } from "#/store/undo/steps.ts";
import type { Writer } from "#/store/engine/writer.ts";

export interface FlagsChange {
  seen?: boolean;
  starred?: boolean;
  /** Pushed as a flag for all clients of the mailbox, to keep them from sending a receipt again (RFC 3503). */
  receiptAnswered?: boolean;
  labels?: { set: string[] } | { add: string[]; remove: string[] };
}

/** Changes flags and labels locally at once and queues the push to the servers. Returns the undo steps. */
export async function changeFlags(
  writer: Writer,
  userId: UserId,
  locations: readonly LocationRow[],
  change: FlagsChange,
): Promise<UndoStep[]> {
  const { labels } = change;
  const named = labels ? ("set" in labels ? labels.set : labels.add) : [];
  await recordLabels(writer, userId, named);
  const keywords = await knownKeywords(writer, userId);
  const gmails = gmailLabelsOf(locations);
  return storeFlags(writer, userId, locations, (flags, messageId) => {
    const system = {
      "\\Seen": change.seen,
      "\\Flagged": change.starred,
      $MDNSent: change.receiptAnswered,
    };
    const entries = Object.entries(system);
    const own: FlagsOperation = {
      kind: "flags",
      add: entries.flatMap(([flag, wanted]) => (wanted === true ? [flag] : [])),
      remove: entries.flatMap(([flag, wanted]) => (wanted === false ? [flag] : [])),
    };
    return mergeOperations(own, labelOperation(flags, labels, keywords, gmails.get(messageId)));
  });
}

/** Returns the flag operation by which labels change on a message with these flags. */
function labelOperation(
  flags: readonly string[],
  labels: FlagsChange["labels"],
  keywords: ReadonlyMap<string, string>,
  gmails: readonly string[] = [],
): FlagsOperation {
  const operation: FlagsOperation = { kind: "flags", add: [], remove: [] };
  if (!labels) return operation;
  const add = "set" in labels ? labels.set : labels.add;
  const kept = new Set(add.map((name) => name.toLowerCase()));
  const remove = "set" in labels ? labelNamesOf(flags) : labels.remove;
  for (const name of add) {
    // A Gmail label applies to all locations of the message, even where a folder does not list it.
    if (flagsOfLabel(name, [...flags, ...gmails]).length > 0) continue;
    operation.add.push(keywords.get(name.toLowerCase()) ?? keywordOf(name));
  }
  for (const name of remove) {
    if (!kept.has(name.toLowerCase())) operation.remove.push(...flagsOfLabel(name, flags));
  }
  return operation;
}

/** Returns the Gmail labels at all locations of each message. */
function gmailLabelsOf(locations: readonly LocationRow[]): Map<MessageId, string[]> {
  const labels = new Map<MessageId, string[]>();
  for (const { message_id: id, flags_json: flags } of locations) {
    const own = readFlags(flags).filter((flag) => flag.startsWith(gmailPrefix));
    if (own.length > 0) labels.set(id, [...(labels.get(id) ?? []), ...own]);
  }
  return labels;
}

/** Applies an operation, which may depend on the flags, to each location. */
export async function storeFlags(
  writer: Writer,
  userId: UserId,
  locations: readonly LocationRow[],
  operationOn: (flags: readonly string[], messageId: MessageId) => FlagsOperation,
): Promise<UndoStep[]> {
  const accounts = new Set<AccountId>();
  const steps = new Map<MessageId, UndoStep & { kind: "flags" }>();
  const ids = [...new Set(locations.map((location) => location.message_id))];
  const pending = await pendingFlags(writer, userId, ids);
  const paths = await pathsOf(writer.db, userId, locations);
  const changed = new Map<string, Alike>();
  const queued: QueuedFlags[] = [];
  const replaced: number[] = [];
  for (const location of locations) {
    const before = readFlags(location.flags_json);
    const operation = operationOn(before, location.message_id);
    const path = paths.get(location.folder_id) ?? "";
    const columns = flagColumns(applyOperations(before, [operation], path));
    if (columns.flags_json === location.flags_json) continue;
    const place = `${location.folder_id} ${columns.flags_json}`;
    const alike = changed.get(place) ?? { folderId: location.folder_id, columns, uids: [] };
    alike.uids.push(location.uid);
    changed.set(place, alike);
    const earlier = (pending.get(location.message_id) ?? []).filter(
      ({ folderId, uid }) => folderId === location.folder_id && uid === location.uid,
    );
    const queue = queueOf(location, operation, earlier);
    queued.push(...queue.queued);
    replaced.push(...queue.replaces);
    accounts.add(location.account_id);
    const after = readFlags(columns.flags_json);
    const step = steps.get(location.message_id);
    const added = after.filter((flag) => !before.includes(flag));
    const removed = before.filter((flag) => !after.includes(flag));
    steps.set(location.message_id, {
      kind: "flags",
      messageId: location.message_id,
      added: [...new Set([...(step?.added ?? []), ...added])],
      removed: [...new Set([...(step?.removed ?? []), ...removed])],
    });
  }
  for (const { folderId, columns, uids } of changed.values()) {
    for (const some of inChunks(uids)) {
      await writer.db
        .updateTable("message_locations")
        .set(columns)
        .where("user_id", "=", userId)
        .where("folder_id", "=", folderId)
        .where("uid", "in", some)
        .execute();
    }
  }
  for (const { id, location, operation } of searchedAmong(pending, locations)) {
    const later = operationOn(operation.add, location.message_id);
    queued.push({ location, operation: mergeOperations(operation, later), kind: "flags" });
    replaced.push(id);
  }
  await queueAllPending(writer, userId, queued, replaced);
  for (const accountId of accounts) await writer.job("tell-server", userId, accountId);
  return [...steps.values()];
}

/**
 * Returns the pending operations that apply to a message wherever it is found, each as a change of a location without a UID.
 */
function searchedAmong(
  pending: ReadonlyMap<MessageId, readonly PendingFlags[]>,
  locations: readonly LocationRow[],
): (QueuedFlags & { id: number })[] {
  return [...pending].flatMap(([messageId, waiting]) =>
    waiting
      .filter(({ kind, uid }) => kind === "flags" && uid === 0)
      .flatMap(({ id, folderId, operation }) => {
        const known = locations.find((location) => location.message_id === messageId);
        if (known === undefined) return [];
        const location = { ...known, folder_id: folderId, uid: 0 };
        return { id, location, operation, kind: "flags" as const };
      }),
  );
}

/** Locations of one folder that get the same new flags. */
interface Alike {
  folderId: FolderId;
  columns: ReturnType<typeof flagColumns>;
  uids: number[];
}

function queueOf(
  location: LocationRow,
  operation: FlagsOperation,
  earlier: readonly PendingFlags[],
): { queued: QueuedFlags[]; replaces: number[] } {
  // Merged into one operation: a later one must never overtake an earlier one that was postponed.
  const queuedFlags = earlier.filter(({ kind }) => kind === "flags");
  const merged = [...queuedFlags.map((one) => one.operation), operation].reduce(mergeOperations);
  const queued: QueuedFlags[] = [{ location, operation: merged, kind: "flags" }];
  const replaces = queuedFlags.map(({ id }) => id);
  const local = earlier.filter(({ kind }) => kind === "local");
  const kept = local
    .flatMap((one) => one.operation.add)
    .filter((flag) => !operation.remove.includes(flag));
  if (local.every((one) => one.operation.add.every((flag) => kept.includes(flag)))) {
    return { queued, replaces };
  }
  replaces.push(...local.map(({ id }) => id));
  if (kept.length > 0) {
    queued.push({ location, operation: { kind: "flags", add: kept, remove: [] }, kind: "local" });
  }
  return { queued, replaces };
}
