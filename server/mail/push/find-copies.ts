import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { copiesIn } from "#/store/drafts/queries.ts";
import type { FolderRow } from "#/store/engine/schema.ts";
import type { DraftLeftover, DraftRow } from "#/store/drafts/schema.ts";
import type { ImapConnection } from "#/wire/imap/connection.ts";
import type { DeliverContext } from "#/mail/sending/deliver-context.ts";

interface Copies {
  /** Copies that Inlet put there and that no other client changed. Their Message-ID was checked. */
  ours: DraftLeftover[];
  /** True if another client put a message with the same Message-ID there. */
  hasForeign: boolean;
  /** True if the copy is still as it was last appended. */
  isCopyThere: boolean;
  /** True if the folder's UIDVALIDITY has not changed since the UID was recorded. */
  isSameEpoch: boolean;
}

interface Retrieved {
  draft: DraftRow;
  folder: Pick<FolderRow, "path"> & { id: FolderRow["id"] | "" };
  /** True if no copy is to stay: copies that an earlier run only marked as deleted count too. */
  isOver?: boolean;
}

/** Finds the copies of this draft in the folder. Leaves the folder open for writing. */
export async function findCopies(
  mail: DeliverContext,
  connection: ImapConnection,
  { draft, folder, isOver = false }: Retrieved,
): Promise<Copies> {
  const leftovers = readLeftovers(draft);
  const found = await findByIds(connection, folder.path, [
    draft.message_id_header,
    draft.copy_message_id,
    ...leftovers.map((one) => one.messageId),
  ]);
  const { uidValidity, exists } = await connection.select(folder.path, { readOnly: false });
  const isOtherFolder = draft.copy_uid > 0 && draft.copy_folder_id !== folder.id;
  const isSameEpoch = !isOtherFolder && draft.copy_uid_validity === uidValidity;
  const left = new Set(
    leftovers
      .filter((one) => one.folderId === folder.id && one.uidValidity === uidValidity)
      .filter(({ uid, messageId }) => messageId === "" || found.get(uid) === messageId)
      .map(({ uid }) => uid),
  );
  const wanted = new Set([
    ...found.keys(),
    ...left,
    ...(isSameEpoch && draft.copy_uid > 0 ? [draft.copy_uid] : []),
  ]);
  const existing = exists > 0 ? await flagsOf(connection, wanted) : new Map<number, string[]>();
  const taken = await takenByOthers(mail, draft, { folder, uidValidity });
  const canErase = connection.capabilities.has("UIDPLUS");
  const copies: Copies = { ours: [], hasForeign: false, isCopyThere: false, isSameEpoch };
  for (const uid of wanted) {
    const flags = existing.get(uid);
    if (flags === undefined || taken.has(uid)) continue;
    const isMarked = flags.some((flag) => /^\\deleted$/i.test(flag));
    // If the server cannot expunge single UIDs, marking them was all that could be done.
    if (isMarked && !(canErase && (isOver || left.has(uid)))) continue;
    const isCopy = isSameEpoch && uid === draft.copy_uid;
    // A message never changes under its UID. Any other copy is identified by its bytes alone.
    const isOurs =
      left.has(uid) ||
      (isCopy && (found.has(uid) || draft.copy_message_id === "")) ||
      (draft.copy_hash !== "" && (await hashAt(connection, uid)) === draft.copy_hash);
    const messageId = found.get(uid) ?? "";
    if (isOurs) copies.ours.push({ folderId: folder.id, uidValidity, uid, messageId });
    else if (found.has(uid)) copies.hasForeign = true;
    if (isCopy && isOurs) copies.isCopyThere = true;
  }
  return copies;
}

/** Returns the hash that identifies a copy whose UID was not recorded. */
export function hashOf(raw: Uint8Array): string {
  return createHash("sha256").update(raw).digest("hex");
}

function readLeftovers({ copy_leftovers_json: json }: DraftRow): DraftLeftover[] {
  // Only the command that records draft copies writes this column.
  return JSON.parse(json) as DraftLeftover[];
}

/** Returns the UIDs of messages with one of the Message-IDs, and the Message-ID of each. */
async function findByIds(
  connection: ImapConnection,
  path: string,
  messageIds: readonly string[],
): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  for (const messageId of new Set(messageIds.filter(Boolean))) {
    for (const uid of await connection.findByMessageId(path, messageId)) found.set(uid, messageId);
  }
  return found;
}

async function flagsOf(
  connection: ImapConnection,
  uids: ReadonlySet<number>,
): Promise<Map<number, string[]>> {
  if (uids.size === 0) return new Map();
  const scanned = await connection.scan({ fromUid: Math.min(...uids) });
  return new Map(scanned.map(({ uid, flags }) => [uid, flags]));
}

/** Returns the UIDs that are copies of other drafts. */
async function takenByOthers(
  { database }: DeliverContext,
  draft: DraftRow,
  { folder, uidValidity }: { folder: Retrieved["folder"]; uidValidity: number },
): Promise<Set<number>> {
  if (folder.id === "") return new Set();
  const copies = await copiesIn(database.reader, draft.user_id, folder.id);
  const others = copies.filter(({ id }) => id !== draft.id);
  return new Set(
    others.filter((one) => one.copy_uid_validity === uidValidity).map((one) => one.copy_uid),
  );
}

async function hashAt(connection: ImapConnection, uid: number): Promise<string> {
  return hashOf(await buffer(await connection.fetchSource(uid)));
}
