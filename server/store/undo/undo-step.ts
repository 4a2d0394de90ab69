import type { FolderId, MessageId, UserId } from "@inlet/contract/ids.ts";
import { storeFlags } from "#/store/messages/change-flags.ts";
import { locationsOfAll } from "#/store/messages/change-messages.ts";
import { folderById } from "#/store/folders/queries.ts";
import {
  copyLocation,
  deleteLocations,
  moveLocation,
  restoreDeleted,
  revertOperation,
} from "#/store/locations/move-location.ts";
import { muteThreads } from "#/store/threads/mute-threads.ts";
import { pendingById } from "#/store/pending/queries.ts";
import { snoozeMessages } from "#/store/messages/snooze-messages.ts";
import { flagsOfLabel, labelNamesOf } from "#/store/labels/keywords.ts";
import { unclassifyMessage } from "#/store/classification/classify-messages.ts";
import type { LocationRow } from "#/store/engine/schema.ts";
import type { UndoStep } from "./steps.ts";
import type { Writer } from "#/store/engine/writer.ts";

type FlagsStep = UndoStep & { kind: "flags" };

/** Reverts flag changes, grouped by flags. Returns the messages that changed. */
export async function undoFlags(
  writer: Writer,
  userId: UserId,
  steps: readonly FlagsStep[],
): Promise<MessageId[]> {
  const ids: MessageId[] = [];
  for (const same of Map.groupBy(steps, flagsKey).values()) {
    const [{ added, removed } = { added: [], removed: [] }] = same;
    const messageIds = same.map(({ messageId }) => messageId);
    const locations = await locationsOfAll(writer, userId, messageIds);
    const taken = await storeFlags(writer, userId, locations, (flags) => ({
      kind: "flags",
      add: removed.filter((flag) => standFor(flag, flags).length === 0),
      remove: added.flatMap((flag) => standFor(flag, flags)),
    }));
    for (const step of taken) if ("messageId" in step) ids.push(step.messageId);
  }
  return ids;
}

function flagsKey({ added, removed }: FlagsStep): string {
  return JSON.stringify([added, removed]);
}

/** Returns the flags that equal this one. A label may have returned from its server in another spelling. */
function standFor(flag: string, flags: readonly string[]): string[] {
  const [name] = labelNamesOf([flag]);
  return name === undefined ? flags.filter((one) => one === flag) : flagsOfLabel(name, flags);
}

/**
 * Reverts one step if its outcome is still in effect; returns the messages that differ now. `wentBack` records the folder to
 * which a message returned, for later steps.
 */
export async function undoStep(
  writer: Writer,
  userId: UserId,
  step: Exclude<UndoStep, FlagsStep>,
  wentBack: Map<string, FolderId>,
): Promise<MessageId[]> {
  switch (step.kind) {
    case "move":
      return undoMove(writer, userId, step, wentBack);
    case "copy":
      return undoCopy(writer, userId, step);
    case "delete": {
      const deletion = await pendingById(writer, userId, step.operationId);
      // Already pushed, or being pushed.
      if (!deletion || deletion.attempts > 0) return [];
      await restoreDeleted(writer, deletion);
      return [step.messageId];
    }
    case "snooze": {
      const message = await writer.db
        .selectFrom("messages")
        .select(["id", "snoozed_until"])
        .where("user_id", "=", userId)
        .where("id", "=", step.messageId)
        .executeTakeFirst();
      if (!message || message.snoozed_until !== step.is) return [];
      // If the earlier time has passed, the message must not be hidden again.
      const until = step.was > writer.now ? step.was : 0;
      await snoozeMessages(writer, userId, [message], until);
      return [step.messageId];
    }
    case "sorting":
      return (await unclassifyMessage(writer, userId, step)) ? [step.messageId] : [];
    case "mute":
      return (await muteThreads(writer, userId, [step.threadId], step.was)).messageIds;
  }
}

async function undoMove(
  writer: Writer,
  userId: UserId,
  { messageId, from, to }: UndoStep & { kind: "move" },
  wentBack: Map<string, FolderId>,
): Promise<MessageId[]> {
  const locations = await locationsOfAll(writer, userId, [messageId]);
  const origin = await folderById(writer.db, from);
  if (!origin || origin.user_id !== userId) return [];
  const location = await movedTo(writer, locations, { from, to });
  if (location) {
    await moveLocation(writer, location, origin);
    wentBack.set(`${messageId} ${to}`, origin.id);
    return [messageId];
  }
  // Gmail stores one message in Trash for all folders it was in: the remaining folders get a copy of the first one.
  const first = wentBack.get(`${messageId} ${to}`);
  const beside = locations.find((one) => one.folder_id === first);
  if (!beside || locations.some((one) => one.folder_id === origin.id)) return [];
  await copyLocation(writer, beside, origin);
  return [messageId];
}

/** Selects the moved copy if there are several: the one with a pending move, from that folder if possible. */
async function movedTo(
  writer: Writer,
  locations: readonly LocationRow[],
  { from, to }: { from: FolderId; to: FolderId },
): Promise<LocationRow | undefined> {
  const moved = locations.filter((location) => location.folder_id === to);
  for (const location of moved.filter(({ uid }) => uid < 0)) {
    const maker = await pendingById(writer, location.user_id, -location.uid);
    if (maker?.folder_id === from) return location;
  }
  return moved.find(({ uid }) => uid < 0) ?? moved[0];
}

async function undoCopy(
  writer: Writer,
  userId: UserId,
  { messageId, operationId, to }: UndoStep & { kind: "copy" },
): Promise<MessageId[]> {
  const operation = await pendingById(writer, userId, operationId);
  if (operation && operation.attempts === 0) {
    await revertOperation(writer, operation);
    return [messageId];
  }
  const locations = await locationsOfAll(writer, userId, [messageId]);
  const copy = locations.find((location) => location.folder_id === to);
  if (!copy) return [];
  await deleteLocations(writer, userId, [copy], { runAt: writer.now, isCopy: true });
  return [messageId];
}
