import { limits } from "@inlet/contract/limits.ts";
import { Failure } from "#/base/fail.ts";
import { accountsOf } from "#/store/accounts.ts";
import type { TakeIn } from "#/store/take-in.ts";
import type { ImapConnection } from "#/wire/imap/connection.ts";
import type { Scanned } from "#/wire/imap/remote.ts";
import { WireError } from "#/wire/imap/wire-error.ts";
import type { Borrow, FolderTarget, SyncContext } from "./context.ts";
import { keepOpen } from "./open-folder.ts";
import { normalFlags } from "./plan.ts";
import type { Troubles } from "./troubles.ts";
import { unreadable } from "./unreadable.ts";

/** One FETCH: enough to hide the way to the server, little enough to be shown soon. */
const groupMessages = 100;
const groupBytes = 4 * 1024 * 1024;
/** Groups that may be fetched and not yet stored. */
const groupsBehind = 2;
/** Rows of one transaction, so that a user's own writes never wait long. */
const batchMessages = 50;
/** What an outline and its texts take at most, in the budget's eyes. */
const outlineBytes = 1024 * 1024;

export interface TakingIn {
  borrow: Borrow;
  /** Arrived just now, and not long before this account was added. */
  isLive: boolean;
  /** Somebody waits for it: it goes before the older mail of all accounts. */
  isUrgent: boolean;
  troubles: Troubles;
  signal: AbortSignal;
}

/**
 * Fetches, reads and stores messages in the order given, a group at a time: while one is stored the next is
 * fetched. What the server will not hand out is recorded as such.
 */
export async function takeIn(
  sync: SyncContext,
  target: FolderTarget,
  wanted: readonly Scanned[],
  { borrow, isLive, isUrgent, troubles, signal }: TakingIn,
): Promise<void> {
  if (wanted.length === 0) return;
  const own = await ownAddresses(sync, target);
  // In order, some behind the fetching; whatever fails ends the whole.
  const storing: Promise<void>[] = [];
  try {
    for (const group of inGroups(wanted, (each) =>
      troubles.isSuspect(target.folder.id, each.uid),
    )) {
      if (signal.aborted) return;
      const giveBack = await sync.budget.take(sum(group.map(weight)), { isUrgent });
      const read: Promise<TakeIn>[] = [];
      try {
        const fetching = { group, read, troubles, isLive, isUrgent, own };
        await borrow((connection) => fetchGroup(sync, target, connection, fetching));
      } finally {
        // What arrived before a failure is kept.
        const earlier = storing.at(-1) ?? Promise.resolve();
        const stored = earlier
          .then(() => store(sync, target, read, { isUrgent }))
          .finally(giveBack);
        // Awaited below or with a later group.
        stored.catch(() => undefined);
        storing.push(stored);
        if (storing.length > groupsBehind) await storing.shift();
      }
    }
  } finally {
    await Promise.all(storing);
  }
}

interface Fetching {
  group: readonly Scanned[];
  read: Promise<TakeIn>[];
  troubles: Troubles;
  isLive: boolean;
  isUrgent: boolean;
  own: ReadonlySet<string>;
}

async function fetchGroup(
  sync: SyncContext,
  { folder }: FolderTarget,
  connection: ImapConnection,
  { group, read, troubles, isLive, isUrgent, own }: Fetching,
): Promise<void> {
  // A repeated run starts over.
  read.length = 0;
  await keepOpen(connection, folder.path);
  const missing = new Set(group.map((each) => each.uid));
  const add = (scanned: Scanned, source: Parameters<SyncContext["parse"]>[0]) => {
    if (!missing.delete(scanned.uid)) return;
    const ready = sync
      .parse(source, { isUrgent })
      .then((mail) => toTakeIn(scanned, mail, { isLive, own }));
    // Awaited when the group is stored.
    ready.catch(() => undefined);
    read.push(ready);
  };
  try {
    const small = group.filter((each) => each.sizeBytes <= limits.fetchWholeBytes);
    const uids = small
      .map((each) => each.uid)
      .filter((uid) => !troubles.isHopeless(folder.id, uid));
    if (uids.length > 0) {
      await connection.fetchWhole(uids, (fetched) => add(fetched, { whole: fetched.source }));
    }
    for (const uid of [...missing].filter((each) => !troubles.isHopeless(folder.id, each))) {
      const outline = await fetchOutline(connection, uid);
      if (outline === "gone") missing.delete(uid);
      else if (outline !== "refused") add(outline, { outline });
    }
  } catch (error) {
    if (error instanceof WireError) troubles.blame(folder.id, [...missing], error);
    throw error;
  }
  for (const refused of group.filter((each) => missing.has(each.uid))) {
    const { uid } = refused;
    sync.log.warn({ folderId: folder.id, uid }, "the mail server does not hand out this message");
    read.push(Promise.resolve(unreadable(refused)));
  }
}

async function fetchOutline(connection: ImapConnection, uid: number) {
  try {
    return await connection.fetchOutline(uid);
  } catch (error) {
    if (error instanceof WireError && error.kind === "message_gone") return "gone";
    // Yahoo answers NO for the sake of some messages; the others go on.
    if (error instanceof WireError && error.kind === "protocol") return "refused";
    throw error;
  }
}

async function store(
  sync: SyncContext,
  { account, folder }: FolderTarget,
  read: readonly Promise<TakeIn>[],
  { isUrgent }: { isUrgent: boolean },
): Promise<void> {
  const messages = (await Promise.all(read)).toSorted((a, b) => a.uid - b.uid);
  // The newest batch first; within a batch in order, as the search index likes it.
  for (let end = messages.length; end > 0; end -= batchMessages) {
    const batch = messages.slice(Math.max(0, end - batchMessages), end);
    const where = { userId: account.user_id, accountId: account.id, folderId: folder.id };
    try {
      await sync.door("messages.takeIn", { ...where, messages: batch, isUrgent });
    } catch (cause) {
      // Removed meanwhile, with its account or alone.
      if (cause instanceof Failure) throw new WireError("folder_gone", { cause });
      throw cause;
    }
  }
}

function toTakeIn(
  scanned: Scanned,
  mail: Awaited<ReturnType<SyncContext["parse"]>>,
  { isLive, own }: { isLive: boolean; own: ReadonlySet<string> },
): TakeIn {
  return {
    ...mail,
    uid: scanned.uid,
    flags: normalFlags(scanned.flags),
    internalDate: scanned.internalDate,
    sizeBytes: scanned.sizeBytes,
    isLive,
    isOwn: mail.message.from.some(({ address }) => own.has(address.toLowerCase())),
  };
}

async function ownAddresses(
  { database }: SyncContext,
  { account }: FolderTarget,
): Promise<ReadonlySet<string>> {
  const accounts = await accountsOf(database.reader, account.user_id);
  return new Set(accounts.map((each) => each.account_mail.toLowerCase()));
}

/** Groups of bounded number and size; a suspect stands alone, so that it takes nobody down with it. */
function inGroups(
  wanted: readonly Scanned[],
  isSuspect: (each: Scanned) => boolean,
): (readonly Scanned[])[] {
  const groups: Scanned[][] = [];
  let open: Scanned[] = [];
  let bytes = 0;
  for (const each of wanted) {
    if (isSuspect(each)) {
      groups.push([each]);
      continue;
    }
    if (open.length === groupMessages || (open.length > 0 && bytes + weight(each) > groupBytes)) {
      open = [];
    }
    if (open.length === 0) {
      bytes = 0;
      groups.push(open);
    }
    open.push(each);
    bytes += weight(each);
  }
  return groups;
}

function weight({ sizeBytes }: Scanned): number {
  return sizeBytes <= limits.fetchWholeBytes ? sizeBytes : outlineBytes;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
