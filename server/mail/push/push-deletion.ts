import type { Outcome, Settled } from "#/store/pending/settle-operations.ts";
import { foldersOf } from "#/store/folders/queries.ts";
import { readDeparture } from "#/store/pending/queries.ts";
import { isGmail } from "#/wire/imap/folders/labels.ts";
import { moveMessages, removeMessages } from "#/wire/imap/move.ts";
import { recognize } from "./match-operations.ts";
import type { PushRun } from "./operation-batch.ts";

/** Permanently deletes messages of the open folder, exactly those that have not changed. */
export async function pushDeletion(push: PushRun): Promise<Settled[]> {
  const { mail, connection, operations } = push;
  const { there } = await recognize(mail, connection, operations);
  const uids = there.map(({ operation }) => operation.uid);
  const isRemoved = uids.length === 0 || (await remove(push, uids));
  const outcome: Outcome = { kind: "applied" };
  const known = new Set(there.map(({ operation }) => operation.id));
  // A message deleted by another client counts as deleted; if its UID has another message, nothing is done.
  return operations.map(({ id }) => ({ id, outcome, isLeft: !isRemoved && known.has(id) }));
}

async function remove(push: PushRun, uids: number[]): Promise<boolean> {
  const { mail, connection, folder, operations } = push;
  const isCopy = operations.some((one) => readDeparture(one.operation_json).isCopy);
  const isKept = folder.role !== "trash" && folder.role !== "spam" && !isCopy;
  if (!isGmail(connection) || !isKept) return removeMessages(connection, uids);
  // Outside Trash and Spam, Gmail's EXPUNGE only removes a label.
  const folders = await foldersOf(mail.database.reader, folder.user_id, folder.account_id);
  const trash = folders.find(({ role, is_wanted: isWanted }) => role === "trash" && !isWanted);
  if (trash === undefined) return removeMessages(connection, uids);
  const landing = await moveMessages(connection, uids, trash.path);
  const { uidValidity } = await connection.select(trash.path, { readOnly: false });
  const landed = [...landing.uids.values()];
  if (landed.length > 0 && uidValidity === landing.uidValidity) {
    await removeMessages(connection, landed);
  }
  return true;
}
