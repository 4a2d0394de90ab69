import type { AccountId } from "@inlet/contract/ids.ts";
import { limits } from "@inlet/contract/limits.ts";
import { Failure } from "#/base/failure.ts";
import { ownAddressesOf } from "#/store/accounts/identity-queries.ts";
import type { IncomingMessage } from "#/store/messages/ingest-types.ts";
import type { ImapConnection } from "#/wire/imap/connection.ts";
import type { Scanned } from "#/wire/imap/remote.ts";
import { WireError } from "#/wire/imap/wire-error.ts";
import { notices } from "#/wire/mime/report/notice.ts";
import type { Borrow, FolderTarget, Source, SyncContext } from "./context.ts";
import { holdConnectionOpen } from "./connection/keep-folder-open.ts";
import { normalFlags } from "./folder/plan.ts";
import { slices } from "./folder/folder-state.ts";
import { storeBatch } from "./store-batch.ts";
import type { Traffic } from "./connection/traffic-budget.ts";
import type { FailureTracker } from "./connection/fetch-failures.ts";
import { unreadable } from "./unreadable-message.ts";

/** Number of messages per FETCH: enough to hide the latency, and few enough to be shown soon. */
const groupMessages = 100;
const groupBytes = 4 * 1024 * 1024;
/** Number of groups that may be fetched but not yet stored. */
const groupsBehind = 2;
/** Rows per transaction, small enough that a user's own writes never wait long. */
const batchMessages = 50;
/** When few of the day's bytes are left, larger messages are ingested without their attachments. */
const leanWholeBytes = 16 * 1024;
/** Bytes that the budget reserves for an outline and its texts. */
const outlineBytes = 1024 * 1024;

/** Bytes that a group may hold beyond its claim: Exchange reports sizes that are slightly off. */
const excessBytes = 256 * 1024;

/** Maximum size up to which a message with an unreadable structure is fetched as a whole. */
const wholeInsteadBytes = 16 * 1024 * 1024;

export interface IngestOptions {
  borrow: Borrow;
  /** Time at which the list was requested from the server. */
  askedAt: number;
  /** True for messages that arrived just now, after the account was added. */
  isLive: boolean;
  /** A user waits for it: it goes before the older mail of all accounts. */
  isUrgent: boolean;
  failures: FailureTracker;
  traffic: Traffic;
  signal: AbortSignal;
}

/**
 * Fetches, parses and stores messages in the given order, in groups: while one is stored, the next is fetched. Messages that the
 * server does not deliver are recorded as such. Returns false if some flags must be requested again.
 */
export async function ingest(
  sync: SyncContext,
  target: FolderTarget,
  listed: readonly Scanned[],
  { borrow, askedAt, isLive, isUrgent, failures, traffic, signal }: IngestOptions,
): Promise<boolean> {
  const wanted = await attachKnown(sync, target, listed, askedAt);
  if (wanted.length === 0) return true;
  let isCertain = true;
  const own = await ownAddressesOf(sync.database.reader, target.account.user_id);
  // Stored in order, some groups behind the FETCH. A failure ends the whole run.
  const storing: Promise<void>[] = [];
  let stored = Promise.resolve();
  try {
    for (const group of inGroups(wanted, (each) =>
      failures.isSuspect(target.folder.id, each.uid),
    )) {
      if (signal.aborted) return isCertain;
      if (!isUrgent) traffic.check();
      const claimedBytes = sum(group.map(weight));
      const giveBack = await sync.budget.take(claimedBytes, {
        isUrgent,
        owner: target.account.user_id,
      });
      const read: Promise<IncomingMessage>[] = [];
      const keep = () => {
        stored = stored
          .then(() => store(sync, target, read.splice(0), { isUrgent, askedAt }))
          .then((isSure) => {
            isCertain &&= isSure;
          });
        return stored;
      };
      try {
        const fetching = {
          group,
          read,
          keep,
          claimedBytes,
          failures,
          traffic,
          isLive,
          isUrgent,
          own,
        };
        await borrow((connection) => fetchGroup(sync, target, connection, fetching));
        await traffic.count(claimedBytes);
      } finally {
        // Messages that arrived before a failure are kept.
        const done = keep().finally(giveBack);
        // Awaited below or with a later group.
        done.catch(() => undefined);
        storing.push(done);
        if (storing.length > groupsBehind) await storing.shift();
      }
    }
  } finally {
    await Promise.all(storing);
  }
  await traffic.save();
  return isCertain;
}

/** Records messages that are already stored in another folder without fetching them again; returns the rest. */
async function attachKnown(
  sync: SyncContext,
  { account, folder }: FolderTarget,
  listed: readonly Scanned[],
  askedAt: number,
): Promise<readonly Scanned[]> {
  const attached = new Set<number>();
  const items = listed
    .filter(({ providerId }) => providerId !== "")
    .map(({ uid, flags, providerId }) => ({ uid, flags: normalFlags(flags), providerId }));
  const where = { userId: account.user_id, accountId: account.id, folderId: folder.id };
  for (const some of slices(items)) {
    const uids = await sync.execute("locations.attach", { ...where, items: some, askedAt });
    for (const uid of uids) attached.add(uid);
  }
  return attached.size === 0 ? listed : listed.filter(({ uid }) => !attached.has(uid));
}

interface Fetching {
  group: readonly Scanned[];
  read: Promise<IncomingMessage>[];
  /** Stores the messages read so far. */
  keep: () => Promise<void>;
  claimedBytes: number;
  failures: FailureTracker;
  traffic: Traffic;
  isLive: boolean;
  isUrgent: boolean;
  own: ReadonlySet<string>;
}

async function fetchGroup(
  sync: SyncContext,
  { account, folder }: FolderTarget,
  connection: ImapConnection,
  { group, read, keep, claimedBytes, failures, traffic, isLive, isUrgent, own }: Fetching,
): Promise<void> {
  // A repeated run starts again from the beginning.
  read.length = 0;
  await holdConnectionOpen(connection, folder);
  const missing = new Set(group.map((each) => each.uid));
  let reservedBytes = claimedBytes + excessBytes;
  const add = async (scanned: Scanned, source: Source) => {
    if (!missing.delete(scanned.uid)) return;
    failures.forgive(folder.id, scanned.uid);
    const ready = sync
      .parse(source, { isUrgent, owner: account.user_id })
      .then((mail) => toIncoming(scanned, mail, { accountId: account.id, isLive, own }));
    // Awaited when the group is stored.
    ready.catch(() => undefined);
    read.push(ready);
    reservedBytes -= bytesOf(source);
    if (reservedBytes >= 0) return;
    // The server sends more than it claimed, perhaps without end: the rest waits until this is stored. A failure is thrown where
    // the rest of the group is stored.
    await keep().catch(() => undefined);
    reservedBytes = claimedBytes + excessBytes;
  };
  try {
    const wholeBytes = traffic.isLean ? leanWholeBytes : limits.fetchWholeBytes;
    const small = group.filter((each) => each.sizeBytes <= wholeBytes);
    const uids = small
      .map((each) => each.uid)
      .filter((uid) => !failures.isHopeless(folder.id, uid));
    if (uids.length > 0) {
      await connection.fetchWhole(uids, (fetched) => add(fetched, { whole: fetched.source }));
    }
    for (const uid of missing) {
      if (failures.isHopeless(folder.id, uid) || failures.hasLargeStructure(folder.id, uid))
        continue;
      try {
        await connection.fetchOutline(uid, (outline) => add(outline, { outline }));
      } catch (error) {
        if (!(error instanceof WireError)) throw error;
        if (error.kind === "message_gone") {
          missing.delete(uid);
          failures.forgive(folder.id, uid);
          continue;
        }
        if (error.kind === "too_large") {
          failures.recordLargeStructure(folder.id, uid);
          // A lost connection is retried, and the first loss is not reported.
          throw new WireError("closed", { cause: error, isOwn: true });
        }
        // Yahoo answers NO because of some messages; the rest continue.
        if (error.kind !== "protocol") throw error;
      }
    }
    // An unreadable structure may hide a valid message: it is fetched again as a whole.
    for (const { uid, sizeBytes } of group.filter((each) => missing.has(each.uid))) {
      if (uids.includes(uid) || sizeBytes > wholeInsteadBytes) continue;
      if (failures.isHopeless(folder.id, uid)) continue;
      await connection.fetchWhole([uid], (fetched) => add(fetched, { whole: fetched.source }));
    }
  } catch (error) {
    if (error instanceof WireError) failures.blame(folder.id, [...missing], error);
    throw error;
  }
  for (const refused of group.filter((each) => missing.has(each.uid))) {
    const { uid } = refused;
    if (!failures.isHopeless(folder.id, uid) && !failures.refuse(folder.id, uid)) continue;
    sync.log.warn({ folderId: folder.id, uid }, "mail server did not return a message");
    read.push(Promise.resolve(unreadable(refused, notices.withheld)));
  }
}

async function store(
  sync: SyncContext,
  { account, folder }: FolderTarget,
  read: readonly Promise<IncomingMessage>[],
  { isUrgent, askedAt }: { isUrgent: boolean; askedAt: number },
): Promise<boolean> {
  let isCertain = true;
  const messages = (await Promise.all(read)).toSorted((a, b) => a.uid - b.uid);
  // The newest batch first. Within a batch in ascending order, which suits the search index.
  for (let end = messages.length; end > 0; end -= batchMessages) {
    const batch = messages.slice(Math.max(0, end - batchMessages), end);
    const where = { userId: account.user_id, accountId: account.id, folderId: folder.id };
    try {
      const input = { ...where, messages: batch, isUrgent, askedAt };
      const ingested = await storeBatch(sync, input);
      if (ingested.some((one) => one.isDoubtful)) isCertain = false;
    } catch (cause) {
      // The folder was deleted, alone or with its account.
      if (cause instanceof Failure) throw new WireError("folder_gone", { cause });
      throw cause;
    }
  }
  return isCertain;
}

function toIncoming(
  scanned: Scanned,
  mail: Awaited<ReturnType<SyncContext["parse"]>>,
  { accountId, isLive, own }: { accountId: AccountId; isLive: boolean; own: ReadonlySet<string> },
): IncomingMessage {
  const { providerId, providerThreadId: thread } = scanned;
  return {
    ...mail,
    // Gmail's conversations connect messages that no header links.
    threadKeys: [
      ...mail.threadKeys,
      ...(thread === "" ? [] : [`x-gm-thrid ${accountId} ${thread}`]),
    ],
    providerId,
    uid: scanned.uid,
    flags: normalFlags(scanned.flags),
    internalDate: scanned.internalDate,
    sizeBytes: scanned.sizeBytes,
    isLive,
    isOwn: mail.message.from.some(({ address }) => own.has(address.toLowerCase())),
  };
}

/** Splits messages into groups of bounded number and size; a suspect is alone, to fail without other messages. */
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

function bytesOf(source: Source): number {
  if ("whole" in source) return source.whole.byteLength;
  const { header, parts } = source.outline;
  return header.length + sum(parts.map(({ content }) => content?.length ?? 0));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
