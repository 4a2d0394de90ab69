import { countInFolder } from "#/store/folders/message-counts.ts";
import { leavingFolder } from "#/store/locations/queries.ts";
import type { FolderRow } from "#/store/engine/schema.ts";
import type { ImapConnection } from "#/wire/imap/connection.ts";
import type { Scanned, Selected } from "#/wire/imap/remote.ts";
import { uidsWithin } from "#/wire/imap/vanished.ts";
import { compareFolder, type FolderPass } from "./compare-folder.ts";
import type { FolderTarget, SyncContext } from "#/mail/sync/context.ts";
import {
  currentFolder,
  inThisEpoch,
  isBackwards,
  isVoid,
  messagesHere,
  nextUid,
  saveFlags,
  saveProgress,
  saveVanished,
} from "./folder-state.ts";
import { planFolder } from "./plan.ts";
import { ingest } from "#/mail/sync/ingest.ts";
import { windowOf } from "./sync-window.ts";

/** Number of messages that a user sees first; older ones follow. */
const newestMessages = 50;
/** Without CONDSTORE (RFC 7162) changed flags are searched only among the newest messages; a full comparison finds the rest. */
const flagsWithoutModseq = 500;

/**
 * Looks at a folder once: stores its newest messages on the first look, later the messages that arrived, changed or vanished
 * since. A wrong count is repaired by a comparison. Returns true if anything was found.
 */
export async function lookForNews(
  sync: SyncContext,
  target: FolderTarget,
  pass: FolderPass,
): Promise<boolean> {
  using limit = pass.failures.limits.look(target.folder.id);
  const known = await currentFolder(sync, target);
  const look = await pass.borrow(async (connection) => {
    // Not earlier: the server knows of changes pushed while this waited for the connection.
    const askedAt = sync.clock.now();
    const { uid_validity: uidValidity, uid_next: next, highest_modseq: modseq } = known;
    const since = next > 0 && modseq !== "" ? { uidValidity, modseq } : undefined;
    const selected = await connection.select(known.path, { readOnly: true, since });
    const isFirst = isUnknown(known, selected);
    const found = isFirst
      ? { scanned: await connection.scan({ lastMessages: newestMessages }), changed: null }
      : await scanNews(connection, known, selected);
    return { selected, ...found, isFirst, askedAt };
  });
  const { selected, scanned, askedAt } = look;
  const folder = await inThisEpoch(sync, known, selected);
  const here = { ...target, folder };
  const vanished = await vanishedHere(sync, folder, selected);
  await saveVanished(sync, folder.id, vanished);
  if (vanished.length > 0) pass.onVanished?.();
  const isNew = (each: { uid: number }) => look.isFirst || each.uid >= folder.uid_next;
  const window = await windowOf(sync, target.account);
  const news = scanned.filter((each) => isNew(each) && window.has(each));
  const isTaken = await ingest(
    sync,
    here,
    news.toSorted((a, b) => b.uid - a.uid),
    { ...pass, askedAt, isLive: !look.isFirst, isUrgent: true },
  );
  if (pass.signal.aborted) return false;
  const older = (look.changed ?? scanned).filter((each) => !isNew(each));
  const changed = await changedFlags(sync, folder, selected, older);
  const isCertain = (await saveFlags(sync, folder.id, changed, askedAt)) && isTaken;
  await saveProgress(sync, folder, {
    uidValidity: selected.uidValidity,
    uidNext: nextUid(selected, scanned),
    // Skipped flags will be requested again.
    highestModseq: limit.modseqOf(isCertain ? selected.highestModseq : folder.highest_modseq),
    serverCount: selected.exists - folder.outside_count,
    mailboxId: selected.mailboxId,
  });
  const isRepaired =
    folder.is_complete === 1 && (await repair(sync, { target: here, known, selected, pass }));
  return news.length + changed.length + vanished.length > 0 || isRepaired;
}

/** Repairs the folder if the counts disagree or the server lost its count of changes: messages vanished or were missed. */
async function repair(
  sync: SyncContext,
  look: { target: FolderTarget; known: FolderRow; selected: Selected; pass: FolderPass },
): Promise<boolean> {
  const { target, known, selected, pass } = look;
  const { account, folder } = target;
  const { exists, uidNext, highestModseq } = selected;
  if (isBackwards(known, selected)) {
    return compareFolder(sync, target, { ...pass, isDeep: true, isDoubtful: true });
  }
  const count = () => countInFolder(sync.database.reader, account.user_id, folder.id);
  const here = await count();
  if (here + folder.outside_count === exists) {
    pass.failures.recordCount(folder.id, "");
    return false;
  }
  const leaving = await leavingFolder(sync.database.reader, account.user_id, folder.id);
  const leavingUids = leaving.map(({ uid }) => uid).join(",");
  const state = [here, exists, uidNext, highestModseq, leavingUids].join(" ");
  if (pass.failures.isHopelessCount(folder.id, state)) return false;
  sync.log.info({ folderId: folder.id, here, exists }, "folder out of sync; repairing");
  const hasFound = await compareFolder(sync, target, { ...pass, isDeep: false });
  pass.failures.recordCount(folder.id, (await count()) === here ? state : "");
  return hasFound;
}

/**
 * Reads the news of a folder. `changed` are the flags that QRESYNC reported; null if they have to be found among the scanned
 * messages.
 */
async function scanNews(
  connection: ImapConnection,
  known: FolderRow,
  selected: Selected,
): Promise<{ scanned: Scanned[]; changed: Pick<Scanned, "uid" | "flags">[] | null }> {
  const found = new Map<number, Scanned>();
  const add = (scanned: Scanned[]) => {
    for (const each of scanned) found.set(each.uid, each);
  };
  const { resync, highestModseq, uidNext } = selected;
  if (resync === null && highestModseq === "") {
    add(await connection.scan({ lastMessages: flagsWithoutModseq }));
  } else if (
    resync === null &&
    highestModseq !== known.highest_modseq &&
    known.highest_modseq !== ""
  ) {
    add(await connection.scan({ changedSince: known.highest_modseq }));
  }
  // Some servers report no UIDNEXT: then only a scan shows new messages.
  if (uidNext === 0 || uidNext > known.uid_next) {
    add(await connection.scan({ fromUid: known.uid_next }));
  }
  return { scanned: [...found.values()], changed: resync?.changed ?? null };
}

/** Returns the stored UIDs among those that vanished on the server. */
async function vanishedHere(
  sync: SyncContext,
  folder: FolderRow,
  { resync }: Selected,
): Promise<number[]> {
  if (resync === null || resync.vanished.length === 0) return [];
  const messages = await messagesHere(sync, folder);
  return uidsWithin(
    resync.vanished,
    messages.map(({ uid }) => uid),
  );
}

function isUnknown(folder: FolderRow, selected: Selected): boolean {
  return folder.uid_next === 0 || isVoid(folder, selected);
}

/** Returns the changed flags. With CONDSTORE the server lists them; without it, they are found by comparison. */
async function changedFlags(
  sync: SyncContext,
  folder: FolderRow,
  { uidValidity, highestModseq }: Selected,
  scanned: readonly Pick<Scanned, "uid" | "flags">[],
): Promise<readonly Pick<Scanned, "uid" | "flags">[]> {
  if (highestModseq !== "" || scanned.length === 0) return scanned;
  const messages = await messagesHere(sync, folder);
  const here = { uidValidity: folder.uid_validity, messages };
  return planFolder(here, { uidValidity, messages: scanned, allUids: null }).changed;
}
