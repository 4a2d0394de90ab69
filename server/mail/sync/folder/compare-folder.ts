import { countInFolder } from "#/store/folders/message-counts.ts";
import { headersOf, pendingIn } from "#/store/locations/queries.ts";
import type { FolderRow } from "#/store/engine/schema.ts";
import type { ImapConnection } from "#/wire/imap/connection.ts";
import type { Scanned, Selected } from "#/wire/imap/remote.ts";
import type { Borrow, FolderTarget, SyncContext } from "#/mail/sync/context.ts";
import {
  currentFolder,
  inThisEpoch,
  isBackwards,
  isUnstable,
  isVoid,
  messagesHere,
  nextUid,
  saveFlags,
  saveProgress,
  saveVanished,
} from "./folder-state.ts";
import { type Plan, planFolder } from "./plan.ts";
import { ingest } from "#/mail/sync/ingest.ts";
import type { Traffic } from "#/mail/sync/connection/traffic-budget.ts";
import type { FailureTracker } from "#/mail/sync/connection/fetch-failures.ts";
import { type Window, windowOf } from "./sync-window.ts";

export interface FolderPass {
  borrow: Borrow;
  failures: FailureTracker;
  traffic: Traffic;
  signal: AbortSignal;
  /** Called when messages left the folder: they may have been moved to another one. */
  onVanished?: () => void;
}

/**
 * Compares all messages of the folder in the store with the server's and stores the difference, newest first. `isDeep` also
 * compares all flags, `isDoubtful` checks that each UID still names the same message. Afterwards the folder is complete.
 */
export async function compareFolder(
  sync: SyncContext,
  target: FolderTarget,
  pass: FolderPass & { isDeep: boolean; isDoubtful?: boolean },
): Promise<boolean> {
  const known = await currentFolder(sync, target);
  const window = await windowOf(sync, target.account);
  // Read before the server is asked: a message that arrives in between must not look deleted.
  const messages = await messagesHere(sync, known);
  const queued = await pendingIn(sync.database.reader, known.user_id, known.id);
  const asked = await pass.borrow(async (connection) => {
    const askedAt = sync.clock.now();
    const opened = await connection.select(known.path, { readOnly: true });
    const isDeep = pass.isDeep || window.from > 0;
    const isLost = pass.isDoubtful === true || isBackwards(known, opened);
    const isDoubtful = isLost || isUnstable(known, opened);
    const there = await scanAll(connection, messages, { isDeep, window });
    const scan = isDeep ? there.scanned : [];
    const doubt = { connection, isLost, isDoubtful, scan };
    const strangers = await findStrangers(sync, known, doubt);
    return { selected: opened, ...there, strangers, askedAt };
  });
  const { selected, scanned, allUids, outsideCount, strangers, askedAt } = asked;
  const folder = await inThisEpoch(sync, known, selected);
  await saveVanished(sync, folder.id, strangers);
  const isStrange = new Set(strangers);
  const plan = planFolder(
    {
      uidValidity: selected.uidValidity,
      messages: isVoid(known, selected) ? [] : messages.filter(({ uid }) => !isStrange.has(uid)),
    },
    { uidValidity: selected.uidValidity, messages: scanned, allUids },
  );
  const isCertain = await makeUp(
    sync,
    { ...target, folder },
    { plan, scanned, askedAt, selected },
    pass,
  );
  if (pass.signal.aborted) return false;
  if (queued.length > 0) {
    const { user_id: userId, id: folderId } = folder;
    await sync.execute("pending.lost", { userId, folderId, ids: queued });
  }
  // Messages that the server counts but does not list, or lists but does not deliver, are missing here.
  const serverCount = Math.max(selected.exists - outsideCount, allUids.length);
  const here = await countInFolder(sync.database.reader, folder.user_id, folder.id);
  await saveProgress(sync, folder, {
    isComplete: true,
    serverCount,
    outsideCount,
    unreadableCount: Math.max(serverCount - here, 0),
    mailboxId: selected.mailboxId,
    ...(isBackwards(folder, selected) ? { highestModseq: selected.highestModseq } : {}),
    ...(isCertain && (pass.isDeep || folder.last_checked_at === 0)
      ? { lastCheckedAt: sync.clock.now() }
      : {}),
    ...(pass.isDeep ? { sizeBytes: sum(scanned) } : {}),
    ...(folder.uid_next === 0
      ? {
          uidValidity: selected.uidValidity,
          uidNext: nextUid(selected, scanned),
          // The state from the beginning: the next pass finds flags that changed while bodies were fetched.
          highestModseq: selected.highestModseq,
        }
      : {}),
  });
  const differing = plan.missing.length + plan.vanished.length + plan.changed.length;
  return differing + strangers.length > 0;
}

interface Compared {
  plan: Plan;
  scanned: readonly Scanned[];
  selected: Selected;
  askedAt: number;
}

/** Stores the difference. Returns false if some flags must be requested from the server again. */
async function makeUp(
  sync: SyncContext,
  target: FolderTarget,
  { plan, scanned, selected, askedAt }: Compared,
  pass: FolderPass,
): Promise<boolean> {
  const { highestModseq: maxModseq } = selected;
  using _limit = pass.failures.limits.compare(target.folder.id, maxModseq);
  if (plan.changed.length + plan.missing.length > 0) {
    await sync.execute("folder.progress", { folderId: target.folder.id, maxModseq });
  }
  await saveVanished(sync, target.folder.id, plan.vanished);
  if (plan.vanished.length > 0) pass.onVanished?.();
  const isCertain = await saveFlags(sync, target.folder.id, plan.changed, askedAt);
  const byUid = new Map(scanned.map((each) => [each.uid, each]));
  const missing = plan.missing.flatMap((uid) => byUid.get(uid) ?? []);
  const taking = { ...pass, askedAt, isLive: false, isUrgent: false };
  return (await ingest(sync, target, missing, taking)) && isCertain;
}

/** Lists the messages of the window, and counts those outside of it. */
async function scanAll(
  connection: ImapConnection,
  here: readonly { uid: number }[],
  { isDeep, window }: { isDeep: boolean; window: Window },
): Promise<{ scanned: Scanned[]; allUids: number[]; outsideCount: number }> {
  if (!isDeep) {
    const allUids = await connection.allUids();
    const known = new Set(here.map((message) => message.uid));
    const oldestMissing = allUids.find((uid) => !known.has(uid));
    if (oldestMissing === undefined) return { scanned: [], allUids, outsideCount: 0 };
    const scanned = await connection.scan({ fromUid: oldestMissing });
    return { scanned, allUids, outsideCount: 0 };
  }
  const listed = await connection.scan({ fromUid: 1 });
  const scanned = listed.filter(window.has);
  const outsideCount = listed.length - scanned.length;
  return { scanned, allUids: scanned.map((each) => each.uid), outsideCount };
}

interface Doubt {
  connection: ImapConnection;
  /** True if the server's numbering was lost: nothing identifies a message without a Message-ID. */
  isLost: boolean;
  /** True if every UID is in doubt; otherwise only those with another size or date are. */
  isDoubtful: boolean;
  /** The server's data about the messages. */
  scan: readonly Scanned[];
}

/**
 * Returns the UIDs under which the server now has another message than the store. A mail server restored from a backup may have
 * assigned the same UIDs again: then its numbering looks unchanged.
 */
async function findStrangers(
  { database }: SyncContext,
  folder: FolderRow,
  { connection, isLost, isDoubtful, scan }: Doubt,
): Promise<number[]> {
  if (!isDoubtful && scan.length === 0) return [];
  const all = Number.MAX_SAFE_INTEGER;
  const here = await headersOf(database.reader, folder.user_id, folder.id, all);
  const scanned = new Map(scan.map((each) => [each.uid, each]));
  const isResized = (row: Here) => differs(row.size_bytes, scanned.get(row.uid)?.sizeBytes);
  const isRedated = (row: Here) => differs(row.internal_date, scanned.get(row.uid)?.internalDate);
  const asked = here.filter((row) => isDoubtful || isResized(row) || isRedated(row));
  if (asked.length === 0) return [];
  const there = await connection.messageIds(asked.map(({ uid }) => uid));
  return asked
    .filter((row) => {
      const { uid, message_id_header: header } = row;
      const theirs = there.get(uid) ?? header;
      // Nothing identifies a message without a Message-ID: after a loss it is fetched again and compared as a whole.
      const isNameless = header === "" && (isLost || (isResized(row) && isRedated(row)));
      return theirs !== header || isNameless;
    })
    .map(({ uid }) => uid);
}

type Here = Awaited<ReturnType<typeof headersOf>>[number];

/** Some servers report no date. */
function differs(here: number, there = here): boolean {
  return Number.isFinite(there) && there !== here;
}

function sum(scanned: readonly Scanned[]): number {
  return scanned.reduce((total, { sizeBytes }) => total + sizeBytes, 0);
}
