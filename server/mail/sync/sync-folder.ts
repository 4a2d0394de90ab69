import type { FolderId } from "@inlet/contract/ids.ts";
import { countInFolder } from "#/store/count-in-folder.ts";
import { getFolder } from "#/store/folders.ts";
import { uidsOf } from "#/store/locations.ts";
import { readFlags } from "#/store/flags.ts";
import type { FolderRow } from "#/store/tables.ts";
import type { ImapConnection } from "#/wire/imap/connection.ts";
import type { Scanned, Selected } from "#/wire/imap/remote.ts";
import { WireError } from "#/wire/imap/wire-error.ts";
import type { Borrow, FolderTarget, SyncContext } from "./context.ts";
import { openFolder } from "./open-folder.ts";
import { normalFlags, planFolder } from "./plan.ts";
import { takeIn } from "./take-in.ts";
import type { Troubles } from "./troubles.ts";

export interface FolderPass {
  borrow: Borrow;
  troubles: Troubles;
  signal: AbortSignal;
  /** Messages left the folder: they may have been moved to another one. */
  onVanished?: () => void;
}

/** What a person sees first; everything older follows. */
const newestMessages = 50;
/** Rows of one transaction that changes or removes locations. */
const sliceRows = 500;
/** Without CONDSTORE (RFC 7162) changed flags are looked for among the newest only; a full comparison finds the rest. */
const flagsWithoutModseq = 500;

/**
 * One look at a folder: its newest mail when it is seen for the first time, else what arrived and changed since the
 * last look. A count that disagrees is repaired by a comparison. Answers whether anything was found.
 */
export async function lookForNews(
  sync: SyncContext,
  target: FolderTarget,
  pass: FolderPass,
): Promise<boolean> {
  const known = await currentFolder(sync, target);
  const look = await pass.borrow(async (connection) => {
    const selected = await openFolder(connection, known.path, { readOnly: true });
    const isFirst = isUnknown(known, selected);
    const scanned = isFirst
      ? await connection.scan({ lastMessages: newestMessages })
      : await scanNews(connection, known, selected);
    return { selected, scanned, isFirst };
  });
  const { selected, scanned } = look;
  const folder = await inThisEpoch(sync, known, selected);
  const isNew = (each: Scanned) => look.isFirst || each.uid >= folder.uid_next;
  const news = scanned.filter(isNew).toSorted((a, b) => b.uid - a.uid);
  const here = { ...target, folder };
  await takeIn(sync, here, news, { ...pass, isLive: !look.isFirst, isUrgent: true });
  if (pass.signal.aborted) return false;
  const older = scanned.filter((each) => !isNew(each));
  const changed = await changedFlags(sync, folder, selected, older);
  await saveFlags(sync, folder.id, changed);
  await saveProgress(sync, folder, {
    uidValidity: selected.uidValidity,
    uidNext: nextUid(selected, scanned),
    highestModseq: selected.highestModseq,
    serverCount: selected.exists,
  });
  const isRepaired = folder.is_complete === 1 && (await repair(sync, here, selected, pass));
  return news.length > 0 || changed.length > 0 || isRepaired;
}

/**
 * Holds everything the folder has here against everything it has on the server and makes up the difference, newest
 * first. `isDeep` asks for all flags too. Afterwards the folder is complete.
 */
export async function compareFolder(
  sync: SyncContext,
  target: FolderTarget,
  pass: FolderPass & { isDeep: boolean },
): Promise<boolean> {
  const { door, clock } = sync;
  const known = await currentFolder(sync, target);
  // Read before the server is asked: what arrives meanwhile must not look as if it had vanished.
  const messages = await messagesHere(sync, known);
  const { selected, scanned, allUids } = await pass.borrow(async (connection) => {
    const opened = await openFolder(connection, known.path, { readOnly: true });
    return { selected: opened, ...(await scanAll(connection, messages, pass)) };
  });
  const folder = await inThisEpoch(sync, known, selected);
  const plan = planFolder(
    { uidValidity: known.uid_validity, messages },
    { uidValidity: selected.uidValidity, messages: scanned, allUids },
  );
  for (const uids of slices(plan.vanished)) {
    await door("locations.vanish", { folderId: folder.id, uids });
  }
  if (plan.vanished.length > 0) pass.onVanished?.();
  await saveFlags(sync, folder.id, plan.changed);
  const byUid = new Map(scanned.map((each) => [each.uid, each]));
  const missing = plan.missing.flatMap((uid) => byUid.get(uid) ?? []);
  await takeIn(sync, { ...target, folder }, missing, { ...pass, isLive: false, isUrgent: false });
  if (pass.signal.aborted) return false;
  await saveProgress(sync, folder, {
    serverCount: selected.exists,
    isComplete: true,
    lastCheckedAt:
      pass.isDeep || folder.last_checked_at === 0 ? clock.now() : folder.last_checked_at,
    ...(folder.uid_next === 0
      ? {
          uidValidity: selected.uidValidity,
          uidNext: nextUid(selected, scanned),
          // The state at the beginning: flags that changed while bodies were fetched are looked for next time.
          highestModseq: selected.highestModseq,
        }
      : {}),
  });
  return plan.missing.length + plan.vanished.length + plan.changed.length > 0;
}

/** The counts disagree: something vanished, or slipped through. */
async function repair(
  sync: SyncContext,
  target: FolderTarget,
  selected: Selected,
  pass: FolderPass,
): Promise<boolean> {
  const here = await countInFolder(sync.database.reader, target.account.user_id, target.folder.id);
  if (here === selected.exists) return false;
  const { exists, uidNext, highestModseq } = selected;
  const state = [here, exists, uidNext, highestModseq].join(" ");
  if (pass.troubles.isComparedAgain(target.folder.id, state)) return false;
  return compareFolder(sync, target, { ...pass, isDeep: false });
}

async function scanNews(
  connection: ImapConnection,
  known: FolderRow,
  selected: Selected,
): Promise<Scanned[]> {
  const found = new Map<number, Scanned>();
  const add = (scanned: Scanned[]) => {
    for (const each of scanned) found.set(each.uid, each);
  };
  if (selected.highestModseq === "") {
    add(await connection.scan({ lastMessages: flagsWithoutModseq }));
  } else if (selected.highestModseq !== known.highest_modseq && known.highest_modseq !== "") {
    add(await connection.scan({ changedSince: known.highest_modseq }));
  }
  // Some servers do not tell UIDNEXT: then only asking shows.
  if (selected.uidNext === 0 || selected.uidNext > known.uid_next) {
    add(await connection.scan({ fromUid: known.uid_next }));
  }
  return [...found.values()];
}

async function scanAll(
  connection: ImapConnection,
  here: readonly { uid: number }[],
  { isDeep }: { isDeep: boolean },
): Promise<{ scanned: Scanned[]; allUids: number[] }> {
  if (!isDeep) {
    const allUids = await connection.allUids();
    const known = new Set(here.map((message) => message.uid));
    const oldestMissing = allUids.find((uid) => !known.has(uid));
    if (oldestMissing === undefined) return { scanned: [], allUids };
    return { scanned: await connection.scan({ fromUid: oldestMissing }), allUids };
  }
  const scanned = await connection.scan({ fromUid: 1 });
  return { scanned, allUids: scanned.map((each) => each.uid) };
}

async function messagesHere(
  { database }: SyncContext,
  folder: FolderRow,
): Promise<{ uid: number; flags: string[] }[]> {
  const rows = await uidsOf(database.reader, folder.user_id, folder.id);
  return rows.map(({ uid, flags_json: flags }) => ({ uid, flags: readFlags(flags) }));
}

async function currentFolder(
  sync: SyncContext,
  { account, folder }: FolderTarget,
): Promise<FolderRow> {
  const row = await getFolder(sync.database.reader, account.user_id, folder.id);
  if (row === undefined) throw new WireError("folder_gone");
  return row;
}

/** The folder as it is after a change of UIDVALIDITY (RFC 3501, 2.3.1.1), where one happened. */
async function inThisEpoch(
  { door, log }: SyncContext,
  folder: FolderRow,
  { uidValidity }: Selected,
): Promise<FolderRow> {
  if (folder.uid_validity === 0 || folder.uid_validity === uidValidity) return folder;
  log.warn({ folderId: folder.id }, "the server numbers this folder anew");
  await door("folder.newEpoch", { folderId: folder.id, uidValidity });
  return {
    ...folder,
    uid_validity: uidValidity,
    uid_next: 0,
    highest_modseq: "",
    is_complete: 0,
    last_checked_at: 0,
  };
}

function isUnknown(folder: FolderRow, { uidValidity }: Selected): boolean {
  return folder.uid_next === 0 || folder.uid_validity !== uidValidity;
}

async function saveFlags(
  { door }: SyncContext,
  folderId: FolderId,
  changed: readonly Pick<Scanned, "uid" | "flags">[],
): Promise<void> {
  for (const slice of slices(changed)) {
    const items = slice.map(({ uid, flags }) => ({ uid, flags: normalFlags(flags) }));
    await door("locations.flags", { folderId, items });
  }
}

/** With CONDSTORE the server lists what changed; without it, what differs has to be found. */
async function changedFlags(
  sync: SyncContext,
  folder: FolderRow,
  { uidValidity, highestModseq }: Selected,
  scanned: readonly Scanned[],
): Promise<readonly Pick<Scanned, "uid" | "flags">[]> {
  if (highestModseq !== "" || scanned.length === 0) return scanned;
  const messages = await messagesHere(sync, folder);
  const here = { uidValidity: folder.uid_validity, messages };
  return planFolder(here, { uidValidity, messages: scanned, allUids: null }).changed;
}

interface Progress {
  uidValidity?: number;
  uidNext?: number;
  highestModseq?: string;
  serverCount?: number;
  isComplete?: boolean;
  lastCheckedAt?: number;
}

/** Writes only when something differs, so that a quiet folder stays quiet. */
async function saveProgress(
  { door }: SyncContext,
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
  };
  const next = { ...now, ...progress };
  if (JSON.stringify(next) === JSON.stringify(now)) return;
  await door("folder.progress", { folderId: folder.id, ...progress });
}

function nextUid({ uidNext }: Selected, scanned: readonly Scanned[]): number {
  if (uidNext > 0) return uidNext;
  return scanned.reduce((highest, { uid }) => Math.max(highest, uid), 0) + 1;
}

function slices<Item>(items: readonly Item[]): Item[][] {
  const count = Math.ceil(items.length / sliceRows);
  return Array.from({ length: count }, (_, index) =>
    items.slice(index * sliceRows, (index + 1) * sliceRows),
  );
}
