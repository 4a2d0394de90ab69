import type { FolderId } from "@inlet/contract/ids.ts";
import { getFolder } from "#/store/folders/queries.ts";
import { uidsOf } from "#/store/locations/queries.ts";
import { readFlags } from "#/store/messages/flags.ts";
import type { FolderRow } from "#/store/engine/schema.ts";
import type { Scanned, Selected } from "#/wire/imap/remote.ts";
import { WireError } from "#/wire/imap/wire-error.ts";
import type { FolderTarget, SyncContext } from "#/mail/sync/context.ts";
import { normalFlags } from "./plan.ts";

/** Number of rows per transaction that changes or deletes locations. */
const sliceRows = 500;

/** Returns the current row of the folder. Throws WireError if it was removed. */
export async function currentFolder(
  sync: SyncContext,
  { account, folder }: FolderTarget,
): Promise<FolderRow> {
  const row = await getFolder(sync.database.reader, account.user_id, folder.id);
  if (row === undefined) throw new WireError("folder_gone");
  return row;
}

/** Returns the stored messages of the folder, by UID. */
export async function messagesHere(
  { database }: SyncContext,
  folder: FolderRow,
): Promise<{ uid: number; flags: string[]; isLeaving: boolean }[]> {
  const rows = await uidsOf(database.reader, folder.user_id, folder.id);
  return rows.map(({ uid, flags_json: flags, isLeaving }) => ({
    uid,
    flags: readFlags(flags),
    isLeaving,
  }));
}

/**
 * Returns true if the stored UIDs are void: another UIDVALIDITY (RFC 3501, 2.3.1.1), or a UIDNEXT that decreased, as after a
 * restored backup.
 */
export function isVoid(folder: FolderRow, { uidValidity, uidNext }: Numbering): boolean {
  if (isFresh(folder)) return false;
  const isRestored = uidNext > 0 && uidNext < folder.uid_next;
  return folder.uid_validity !== uidValidity || isRestored;
}

/**
 * Returns true if the server's count of changes went back (RFC 7162). Then its UIDs may have changed too, without a new
 * UIDVALIDITY.
 */
export function isBackwards(
  { highest_modseq: known }: FolderRow,
  { highestModseq: now }: Selected,
): boolean {
  return now !== "" && known !== "" && BigInt(now) < BigInt(known);
}

/** Returns the folder in the server's current UID epoch, which is saved before any message is stored under it. */
export async function inThisEpoch(
  sync: SyncContext,
  folder: FolderRow,
  numbering: Numbering,
): Promise<FolderRow> {
  const { uidValidity } = numbering;
  if (isFresh(folder)) {
    await saveProgress(sync, folder, { uidValidity });
    return { ...folder, uid_validity: uidValidity };
  }
  if (!isVoid(folder, numbering)) return folder;
  sync.log.warn({ folderId: folder.id }, "UIDVALIDITY changed; the folder is synced again");
  const isShrunk = uidValidity < folder.uid_validity;
  await sync.execute("folder.newEpoch", { folderId: folder.id, uidValidity, isUnstable: isShrunk });
  return {
    ...folder,
    uid_validity: uidValidity,
    uid_next: 0,
    highest_modseq: "",
    is_complete: 0,
    last_checked_at: 0,
    ...(isShrunk ? { is_unstable: 1 } : {}),
  };
}

type Numbering = Pick<Selected, "uidValidity" | "uidNext">;

function isFresh(folder: FolderRow): boolean {
  return folder.uid_validity === 0 && folder.uid_next === 0;
}

/** Returns true if the server may renumber the folder from one session to the next. */
export function isUnstable(folder: FolderRow, { uidValidity }: { uidValidity: number }): boolean {
  return folder.is_unstable === 1 || uidValidity === 0;
}

/** Removes vanished messages from the folder here. */
export async function saveVanished(
  { execute }: SyncContext,
  folderId: FolderId,
  vanished: readonly number[],
): Promise<void> {
  for (const uids of slices(vanished)) await execute("locations.vanish", { folderId, uids });
}

/**
 * Saves the server's flags here. Returns false if changes were pushed after the server was asked: those flags are left unchanged,
 * and it must be asked again.
 */
export async function saveFlags(
  { execute }: SyncContext,
  folderId: FolderId,
  changed: readonly Pick<Scanned, "uid" | "flags">[],
  askedAt: number,
): Promise<boolean> {
  let isCertain = true;
  for (const slice of slices(changed)) {
    const items = slice.map(({ uid, flags }) => ({ uid, flags: normalFlags(flags) }));
    if (!(await execute("locations.flags", { folderId, items, askedAt }))) isCertain = false;
  }
  return isCertain;
}

interface Progress {
  uidValidity?: number;
  uidNext?: number;
  highestModseq?: string;
  serverCount?: number;
  isComplete?: boolean;
  lastCheckedAt?: number;
  mailboxId?: string;
  outsideCount?: number;
  unreadableCount?: number;
  sizeBytes?: number;
}

/** Writes only when something differs, so an idle folder causes no changes. */
export async function saveProgress(
  { execute }: SyncContext,
  folder: FolderRow,
  progress: Progress,
): Promise<void> {
  const now: Required<Progress> = {
    uidValidity: folder.uid_validity,
    uidNext: folder.uid_next,
    highestModseq: folder.highest_modseq,
    serverCount: folder.server_count,
    isComplete: folder.is_complete === 1,
    lastCheckedAt: folder.last_checked_at,
    mailboxId: folder.mailbox_id,
    outsideCount: folder.outside_count,
    unreadableCount: folder.unreadable_count,
    sizeBytes: folder.size_bytes,
  };
  const next = { ...now, ...progress };
  if (JSON.stringify(next) === JSON.stringify(now)) return;
  await execute("folder.progress", { folderId: folder.id, ...progress });
}

/** Returns the next UID, even if the server does not report it. */
export function nextUid({ uidNext }: Selected, scanned: readonly Scanned[]): number {
  if (uidNext > 0) return uidNext;
  return scanned.reduce((highest, { uid }) => Math.max(highest, uid), 0) + 1;
}

/** Splits items into parts small enough for one transaction. */
export function slices<Item>(items: readonly Item[]): Item[][] {
  const count = Math.ceil(items.length / sliceRows);
  return Array.from({ length: count }, (_, index) =>
    items.slice(index * sliceRows, (index + 1) * sliceRows),
  );
}
