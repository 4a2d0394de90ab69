import type { FolderId, MessageId, ThreadId, UndoId, UserId } from "@inlet/contract/ids.ts";
import { changeFlags } from "./change-flags.ts";
import type { Command } from "#/store/commands/command.ts";
import { findTargets } from "#/store/locations/move-targets.ts";
import { viewsOf } from "#/store/folders/queries.ts";
import { inChunks } from "#/store/engine/chunks.ts";
import { type ChangeKey, type KeyedResult, onceOnly } from "#/store/changes/idempotency.ts";
import type { MessageChange, Scope } from "./message-change.ts";
import { copyLocation, deleteLocations, moveLocations } from "#/store/locations/move-location.ts";
import { muteThreads } from "#/store/threads/mute-threads.ts";
import { recordUses } from "#/store/classification/record-usage.ts";
import { refreshMessages } from "./refresh-messages.ts";
import { snoozeMessages } from "./snooze-messages.ts";
import { classifyMessages } from "#/store/classification/classify-messages.ts";
import type { FolderRow, LocationRow } from "#/store/engine/schema.ts";
import { settleDuplicates } from "#/store/locations/duplicates.ts";
import { type UndoStep, storeUndoSteps } from "#/store/undo/steps.ts";
import { withThreads } from "#/store/threads/expand-to-threads.ts";
import type { Writer } from "#/store/engine/writer.ts";

export interface NamedChange {
  userId: UserId;
  /** 50 at most, to keep other users from waiting. */
  messageIds: MessageId[];
  change: MessageChange;
  /** The id of its undo; several calls may share one. */
  undoId?: UndoId;
  /** Also changes the messages of their conversations that are in the same folders. */
  threads?: boolean;
  key?: ChangeKey | undefined;
  /**
   * Number of messages that the user selected by hand, over all calls: the classifier learns from it. Absent for API clients.
   */
  namedByHand?: number;
}

/**
 * Changes messages locally at once and queues the push to their servers. Returns how many of the named messages exist, and
 * whether anything differs now.
 */
export const changeNamed: Command<NamedChange, KeyedResult> = {
  durable: true,
  async run(writer, input) {
    await writer.lock(input.userId);
    return onceOnly(writer, input.userId, input.key, () => changeThem(writer, input));
  },
};

/** Like `changeNamed`, within the transaction of another command, which holds the lock. */
export async function changeThem(
  writer: Writer,
  { userId, messageIds, change, undoId, threads = false, namedByHand = 0 }: NamedChange,
): Promise<KeyedResult> {
  const { ids, scope } = threads
    ? await withThreads(writer.db, userId, messageIds, change)
    : { ids: messageIds, scope: undefined };
  const { found, steps } = await changeMessages(writer, userId, ids, change, scope);
  if (undoId !== undefined) await storeUndoSteps(writer, userId, undoId, steps);
  if (namedByHand > 0) await recordUses(writer, userId, steps, namedByHand);
  const known = new Set(found);
  return { found: ids.filter((id) => known.has(id)).length, isChanged: steps.length > 0 };
}

interface ChangedMessage {
  id: MessageId;
  account_id: LocationRow["account_id"];
  thread_id: ThreadId;
  snoozed_until: number;
  twin_key: string;
}

/**
 * Changes messages and their duplicate messages in other accounts locally at once, and queues the push to their servers. Returns
 * the undo steps in order. Unknown ids are ignored.
 */
export async function changeMessages(
  writer: Writer,
  userId: UserId,
  messageIds: readonly MessageId[],
  change: MessageChange,
  scope?: Scope,
): Promise<{ found: MessageId[]; steps: UndoStep[] }> {
  const messages = await withDuplicates(writer, userId, messageIds);
  const ids = messages.map(({ id }) => id);
  if (ids.length === 0) return { found: [], steps: [] };
  const steps: UndoStep[] = [];
  const touched = new Set<MessageId>();
  const did = (step: UndoStep) => {
    steps.push(step);
    if ("messageId" in step) touched.add(step.messageId);
  };

  const { seen, starred, labels, receiptAnswered } = change;
  if ([seen, starred, labels, receiptAnswered].some((asked) => asked !== undefined)) {
    const locations = await locationsOfAll(writer, userId, ids);
    for (const step of await changeFlags(writer, userId, locations, change)) did(step);
  }
  if (change.category !== undefined || change.priority !== undefined) {
    for (const step of await classifyMessages(writer, userId, ids, change)) did(step);
  }
  if (change.muted !== undefined) {
    const threadIds = [...new Set(messages.map((message) => message.thread_id))];
    const muting = await muteThreads(writer, userId, threadIds, change.muted);
    for (const step of muting.steps) did(step);
    for (const id of muting.messageIds) touched.add(id);
  }
  const isLeaving = change.target !== undefined || change.deleteAt !== undefined;
  const until = change.snoozeUntil ?? (isLeaving ? 0 : undefined);
  if (until !== undefined) {
    for (const step of await snoozeMessages(writer, userId, messages, until)) did(step);
  }
  if (change.copyTo !== undefined || isLeaving) {
    for (const step of await moveAll(writer, userId, messages, change, scope)) did(step);
  }

  const { gone } = await refreshMessages(writer, userId, [...touched]);
  const settled = await settleDuplicates(writer, userId, [...touched]);
  const left = new Set(gone);
  const changed = [...new Set([...touched, ...settled])].filter((id) => !left.has(id));
  await writer.change(userId, "message.gone", gone);
  await writer.change(userId, "message.changed", changed);
  return { found: ids, steps };
}

async function moveAll(
  writer: Writer,
  userId: UserId,
  messages: readonly ChangedMessage[],
  { target, copyTo, deleteAt }: MessageChange,
  scope: Scope | undefined,
): Promise<UndoStep[]> {
  const ids = messages.map(({ id }) => id);
  const steps: UndoStep[] = [];
  const targetOf = target && findTargets(writer, userId, target);
  const copyOf =
    copyTo === undefined ? undefined : findTargets(writer, userId, { folderId: copyTo });
  const moved = new Map<FolderRow, LocationRow[]>();
  const deleted: LocationRow[] = [];
  const locations = await locationsOfAll(writer, userId, ids);
  const views = await viewsOf(writer.db, userId);
  const inBin = deleteAt === undefined ? undefined : thrownAway(messages, locations, scope);
  const looked = (id: MessageId) => (inBin?.has(id) ? bin : scope);
  for (const [messageId, own] of Map.groupBy(locations, (one) => one.message_id)) {
    const places = existing(own, views);
    const first = places[0];
    if (copyOf && first) {
      const folder = await copyOf(first.account_id);
      if (folder?.id === copyTo && folder && !own.some((one) => one.folder_id === folder.id)) {
        // A location that the server has is preferred as the source: its copy does not wait for another operation.
        const source = places.find(({ uid }) => uid > 0) ?? first;
        const operationId = await copyLocation(writer, source, folder);
        steps.push({ kind: "copy", messageId, operationId, to: folder.id });
      }
    }
    if (deleteAt !== undefined) deleted.push(...deletable(own, views, looked(messageId)));
    else if (targetOf && first) {
      const folder = await targetOf(first.account_id);
      if (!folder) continue;
      for (const location of movable(own, folder, views, scope)) {
        const together = moved.get(folder) ?? [];
        together.push(location);
        moved.set(folder, together);
        steps.push({ kind: "move", messageId, from: location.folder_id, to: folder.id });
      }
    }
  }
  for (const [folder, some] of moved) await moveLocations(writer, some, folder);
  if (deleteAt !== undefined) {
    const queued = await deleteLocations(writer, userId, deleted, { runAt: deleteAt });
    for (const { id, message_id: messageId } of queued) {
      steps.push({ kind: "delete", messageId, operationId: id });
    }
  }
  return steps;
}

/**
 * Returns the copies of a message that a move applies to. A move to Trash or Spam applies to all of them. Other moves apply to
 * the copies in the inbox or, without any, to those that are neither sent mail nor drafts, and to these only if there are no
 * others.
 */
function movable(
  own: readonly LocationRow[],
  { id: folderId, role }: FolderRow,
  views: ReadonlySet<FolderId>,
  looked: Scope | undefined,
): LocationRow[] {
  const all = existing(own, views);
  const scope = narrowed(looked, views);
  const isOneWithLabels = own.some((one) => views.has(one.folder_id));
  const isAll = role === "trash" || role === "spam";
  const locations = scope && !(isAll && isOneWithLabels) ? all.filter(isInScope(scope)) : all;
  if (scope && !all.some(isInScope(scope))) return [];
  const other = locations.filter((one) => one.folder_id !== folderId);
  if (scope || isAll) return other;
  const inInbox = other.filter((one) => one.role === "inbox" || one.role === "snoozed");
  if (inInbox.length > 0) return inInbox;
  // The message is in the target folder already, and no other folder is meant to lose it.
  if (other.length < locations.length) return [];
  const received = other.filter((one) => one.role !== "sent" && one.role !== "drafts");
  return received.length > 0 ? received : other;
}

const bin: Scope = { roles: ["trash", "spam"], folderIds: [] };

/**
 * Returns the messages to delete only from Trash and Spam. Deleting a message there keeps its copies in other folders and
 * accounts, and the rest of its conversation.
 */
function thrownAway(
  messages: readonly ChangedMessage[],
  locations: readonly LocationRow[],
  scope: Scope | undefined,
): ReadonlySet<MessageId> {
  const lying = new Set(
    locations
      .filter((one) => isInScope(bin)(one) && (!scope || isInScope(scope)(one)))
      .map((one) => one.message_id),
  );
  const keysOf = ({ id, twin_key: duplicate, thread_id: thread }: ChangedMessage) =>
    scope ? [duplicate || id, thread] : [duplicate || id];
  const keys = new Set(messages.filter(({ id }) => lying.has(id)).flatMap(keysOf));
  const isMeant = (message: ChangedMessage) => keysOf(message).some((key) => keys.has(key));
  return new Set(messages.filter(isMeant).map(({ id }) => id));
}

/**
 * Returns the copies that a deletion applies to. A message that a virtual folder shows too is one message with labels, and is
 * deleted with all of them.
 */
function deletable(
  own: readonly LocationRow[],
  views: ReadonlySet<FolderId>,
  looked: Scope | undefined,
): readonly LocationRow[] {
  const scope = narrowed(looked, views);
  if (!scope) return own;
  const inScope = existing(own, views).filter(isInScope(scope));
  return inScope.length > 0 && own.some((one) => views.has(one.folder_id)) ? own : inScope;
}

/** A virtual folder (Gmail's All Mail) does not restrict the scope: it shows messages of all folders. */
function narrowed(scope: Scope | undefined, views: ReadonlySet<FolderId>): Scope | undefined {
  return scope?.folderIds.some((id) => views.has(id)) ? undefined : scope;
}

/** Returns a message's locations: one in a virtual folder, such as Gmail's All Mail, only if the message is in nothing else. */
function existing(
  own: readonly LocationRow[],
  views: ReadonlySet<FolderId>,
): readonly LocationRow[] {
  const placed = own.filter((one) => !views.has(one.folder_id));
  if (placed.length > 0) return placed;
  // A move into a virtual folder can still be reverted while it is pending. Of several virtual folders the archive has
  // everything.
  const byWorth = own.toSorted(
    (a, b) => Number(b.role === "archive") - Number(a.role === "archive") || a.uid - b.uid,
  );
  return byWorth.slice(0, 1);
}

function isInScope({ roles, folderIds }: Scope): (location: LocationRow) => boolean {
  return ({ role, folder_id: folderId }) => roles.includes(role) || folderIds.includes(folderId);
}

/** Returns all locations of the given messages. */
export async function locationsOfAll(
  { db }: Writer,
  userId: UserId,
  ids: readonly MessageId[],
): Promise<LocationRow[]> {
  const rows: LocationRow[] = [];
  for (const some of inChunks(ids)) {
    const found = await db
      .selectFrom("message_locations")
      .selectAll()
      .where("user_id", "=", userId)
      .where("message_id", "in", some)
      .execute();
    rows.push(...found);
  }
  return rows;
}

/**
 * Returns the messages and their duplicate messages in other accounts; a second copy within an account is a separate message.
 */
async function withDuplicates(
  { db }: Writer,
  userId: UserId,
  messageIds: readonly MessageId[],
): Promise<ChangedMessage[]> {
  const found = new Map<MessageId, ChangedMessage>();
  const columns = ["id", "account_id", "thread_id", "snoozed_until", "twin_key"] as const;
  for (const ids of inChunks(messageIds)) {
    const named = await db
      .selectFrom("messages")
      .select(columns)
      .where("user_id", "=", userId)
      .where("id", "in", ids)
      .execute();
    for (const message of named) found.set(message.id, message);
    const keys = new Map(named.map((message) => [message.twin_key, message.account_id]));
    keys.delete("");
    if (keys.size === 0) continue;
    const duplicates = await db
      .selectFrom("messages")
      .select(columns)
      .where("user_id", "=", userId)
      .where("twin_key", "<>", "")
      .where("twin_key", "in", [...keys.keys()])
      .execute();
    for (const duplicate of duplicates) {
      const isOther = keys.get(duplicate.twin_key) !== duplicate.account_id;
      if (isOther && !found.has(duplicate.id)) found.set(duplicate.id, duplicate);
    }
  }
  return [...found.values()];
}
