import type { Settled } from "#/store/pending/settle-operations.ts";
import { getFolder } from "#/store/folders/queries.ts";
import { readDeparture } from "#/store/pending/queries.ts";
import type { FolderRow } from "#/store/engine/schema.ts";
import type { ImapConnection } from "#/wire/imap/connection.ts";
import {
  canMove,
  copyMessages,
  type Landing,
  moveMessages,
  removeMessages,
} from "#/wire/imap/move.ts";
import { recognize, type Recognized } from "./match-operations.ts";
import type { Pending, PushRun } from "./operation-batch.ts";

/**
 * Moves or copies messages of the open folder. May be called again after any of its steps: messages gone from the folder are
 * looked for in the target, and an existing copy is not made twice.
 */
export async function pushMove(push: PushRun): Promise<Settled[]> {
  const { mail, connection, folder, operations } = push;
  const [first] = operations;
  if (first === undefined) return [];
  const refused = operations.map(({ id }): Settled => ({ id, outcome: { kind: "refused" } }));
  const target = await createdTarget(push, first);
  if (target === undefined || target.id === folder.id) return refused;
  const { there, gone, others } = await recognize(mail, connection, operations);
  const settled: Settled[] = [];
  if (there.length > 0) {
    const isMove = first.kind === "move" && canMove(connection);
    settled.push(
      ...(isMove
        ? await moveInOneStep(connection, folder, target, there)
        : await copyInSteps(push, target, there)),
    );
  }
  // A message that is gone cannot be copied; a move was done by us or by another client.
  for (const one of gone) settled.push(await whereItWent(connection, target, one));
  // The UID names another message now, which is not changed.
  for (const { operation } of others) settled.push(unknown(operation));
  return settled;
}

/** Returns the target folder, and creates it on the server if it only exists here. */
async function createdTarget(
  { mail, connection, folder }: PushRun,
  operation: Pending,
): Promise<FolderRow | undefined> {
  if (operation.target_folder_id === "") return undefined;
  const { reader } = mail.database;
  const target = await getFolder(reader, operation.user_id, operation.target_folder_id);
  if (target === undefined || target.is_wanted === 0) return target;
  const path = await connection.createFolder(target.path);
  await mail.execute("folder.made", { folderId: target.id, path });
  await connection.select(folder.path, { readOnly: false });
  return { ...target, path };
}

async function moveInOneStep(
  connection: ImapConnection,
  folder: FolderRow,
  target: FolderRow,
  there: readonly Recognized[],
): Promise<Settled[]> {
  const uids = there.map(({ operation }) => operation.uid);
  const landing = await moveMessages(connection, uids, target.path);
  const settled = await landed(connection, target, there, landing);
  await connection.select(folder.path, { readOnly: false });
  return settled;
}

/** Sends COPY, and for a move removes the copied messages (RFC 6851, 1). */
async function copyInSteps(
  { mail, connection, folder }: PushRun,
  target: FolderRow,
  there: readonly Recognized[],
): Promise<Settled[]> {
  const copied: Settled[] = [];
  const fresh: Recognized[] = [];
  for (const one of there) {
    const { uidNextBefore } = readDeparture(one.operation.operation_json);
    const uid = uidNextBefore && (await newestIn(connection, target, one, uidNextBefore));
    if (uid) copied.push(arrived(one.operation, uid, 0));
    else fresh.push(one);
  }
  if (fresh.length > 0) {
    const { uidNext } = await connection.status(target.path);
    const ids = fresh.map(({ operation }) => operation.id);
    await mail.execute("pending.uidNext", { ids, uidNext });
    // After a reconnect the same operation is sent again.
    for (const { operation } of fresh) {
      const departure = { ...readDeparture(operation.operation_json), uidNextBefore: uidNext };
      operation.operation_json = JSON.stringify(departure);
    }
    await connection.select(folder.path, { readOnly: false });
    const uids = fresh.map(({ operation }) => operation.uid);
    const landing = await copyMessages(connection, uids, target.path);
    copied.push(...(await landed(connection, target, fresh, landing)));
  }
  if (there[0]?.operation.kind === "copy") return copied;
  await connection.select(folder.path, { readOnly: false });
  const uids = there.map(({ operation }) => operation.uid);
  const isRemoved = await removeMessages(connection, uids);
  return isRemoved ? copied : copied.map((one) => ({ ...one, isLeft: true }));
}

/** A server without UIDPLUS does not report the new UIDs, so the messages are searched. */
async function landed(
  connection: ImapConnection,
  target: FolderRow,
  messages: readonly Recognized[],
  landing: Landing,
): Promise<Settled[]> {
  const settled: Settled[] = [];
  for (const one of messages) {
    const uid = landing.uids.get(one.operation.uid);
    settled.push(
      uid === undefined
        ? await whereItWent(connection, target, one)
        : arrived(one.operation, uid, landing.uidValidity),
    );
  }
  return settled;
}

async function whereItWent(
  connection: ImapConnection,
  target: FolderRow,
  one: Recognized,
): Promise<Settled> {
  const uid = await newestIn(connection, target, one, 1);
  return uid === undefined ? unknown(one.operation) : arrived(one.operation, uid, 0);
}

/** Returns the newest message with this Message-ID in the target, from a UID on. */
async function newestIn(
  connection: ImapConnection,
  target: FolderRow,
  { messageId }: Recognized,
  from: number,
): Promise<number | undefined> {
  if (messageId === "") return undefined;
  const found = await connection.findByMessageId(target.path, messageId);
  return found.filter((uid) => uid >= from).at(-1);
}

function arrived({ id }: Pending, uid: number, uidValidity: number): Settled {
  return { id, outcome: { kind: "arrived", uid, uidValidity } };
}

function unknown({ id, kind }: Pending): Settled {
  return kind === "copy"
    ? { id, outcome: { kind: "refused" } }
    : { id, outcome: { kind: "arrived", uid: 0, uidValidity: 0 } };
}
