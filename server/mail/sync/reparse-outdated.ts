import type { FolderId, MessageId } from "@inlet/contract/ids.ts";
import { limits } from "@inlet/contract/limits.ts";
import { createFairTurns } from "#/base/fair-scheduler.ts";
import { pause } from "#/base/pause.ts";
import { accountSyncOf } from "#/store/accounts/sync-queries.ts";
import type { InputOf } from "#/store/commands/registry.ts";
import type { Reread } from "#/store/messages/reparse-messages.ts";
import { foldersOf } from "#/store/folders/queries.ts";
import {
  countOlder,
  type OlderMessage,
  olderMessages,
} from "#/store/messages/outdated-messages.ts";
import { refusedData } from "#/store/engine/refused-data.ts";
import type { AccountRow, FolderRow } from "#/store/engine/schema.ts";
import type { ImapConnection } from "#/wire/imap/connection.ts";
import { WireError } from "#/wire/imap/wire-error.ts";
import { isReadable } from "#/wire/mime/attached-text.ts";
import type { FolderPass } from "./folder/compare-folder.ts";
import type { ReadMail, SyncContext } from "./context.ts";
import { holdConnectionOpen } from "./connection/keep-folder-open.ts";

/** Number of messages per turn on the connection: a user who opens a message waits at most for these. */
const batchSize = 50;
const batchBytes = 1024 * 1024;
/** Usual and maximum size of a header: a message with a longer one does not change. */
const headerBytes = 16 * 1024;
const longestHeader = 64 * 1024;

interface Place {
  message: OlderMessage;
  uid: number;
  isWhole: boolean;
}

/** Lets four accounts of this process fetch at a time, one per user: after an upgrade all accounts have much to fetch. */
const inTurn = createFairTurns({ places: 4, each: 1 });

/**
 * Re-reads messages that an earlier version stored, newest first, until all are done or the signal aborts: messages with files
 * that contain text completely, the rest by header alone. It leaves the last fifth of the provider's daily bytes to new mail. A
 * restart continues where it stopped. Throws WireError.
 */
export async function rereadOlder(
  sync: SyncContext,
  account: AccountRow,
  pass: FolderPass,
): Promise<void> {
  const { signal, traffic } = pass;
  const { reader } = sync.database;
  const walk: Walk = { before: Number.MAX_SAFE_INTEGER, left: undefined, closed: new Set() };
  while (!signal.aborted && !traffic.isLean) {
    const began = performance.now();
    const bounds = { before: walk.before, limit: batchSize };
    const listed = await olderMessages(reader, account.user_id, account.id, bounds);
    if (listed.length === 0) break;
    const turn = () => rereadSome(sync, account, { ...pass, walk, listed });
    await inTurn(account.user_id, turn, signal).catch((error: unknown) => {
      if (error !== signal.reason) throw error;
    });
    await pause(2 * (performance.now() - began), signal);
  }
  await recordEnd(sync, account);
}

/** Progress of a walk over an account's messages. */
interface Walk {
  before: number;
  left: number | undefined;
  /** Folders that could not be opened: their messages are fetched later. */
  closed: Set<FolderId>;
}

async function rereadSome(
  sync: SyncContext,
  account: AccountRow,
  { walk, listed, ...pass }: FolderPass & { walk: Walk; listed: readonly OlderMessage[] },
): Promise<void> {
  const owner = { userId: account.user_id, accountId: account.id };
  const batch = withinBytes(listed);
  walk.before = batch.at(-1)?.dateKey ?? 0;
  let left = walk.left ?? (await leftToRead(sync, account));
  const folders = await foldersOf(sync.database.reader, account.user_id, account.id);
  const placed = new Map<FolderRow, Place[]>();
  for (const message of batch) {
    const place = placeOf(message, folders, walk.closed);
    if (place) placed.set(place.folder, [...(placed.get(place.folder) ?? []), place]);
  }
  for (const [folder, places] of placed) {
    const suspects = places.filter(({ uid }) => pass.failures.isSuspect(folder.id, uid));
    const healthy = places.filter((place) => !suspects.includes(place));
    // A suspect is fetched alone, to cost no other message.
    for (const some of [healthy, ...suspects.map((place) => [place])]) {
      if (some.length === 0 || walk.closed.has(folder.id)) continue;
      const read = await readPlaces(sync, folder, some, pass);
      if (read === "closed") walk.closed.add(folder.id);
      else {
        left = Math.max(0, left - some.length);
        walk.left = left;
        await store(sync, { ...owner, ...read, left });
      }
    }
  }
  await pass.traffic.save();
}

/** Returns the last count, because counting a large mailbox takes a while. */
async function leftToRead({ database }: SyncContext, { user_id: userId, id }: AccountRow) {
  const { older_left: left } = await accountSyncOf(database.reader, userId, id);
  return left || countOlder(database.reader, userId, id);
}

/** Ends the displayed progress if the last counted messages were deleted. */
async function recordEnd(sync: SyncContext, { user_id: userId, id: accountId }: AccountRow) {
  const { reader } = sync.database;
  const { older_left: left } = await accountSyncOf(reader, userId, accountId);
  if (left === 0) return;
  const all = { before: Number.MAX_SAFE_INTEGER, limit: 1 };
  if ((await olderMessages(reader, userId, accountId, all)).length > 0) return;
  await sync.execute("messages.reread", { userId, accountId, messages: [], given: [], left: 0 });
}

function placeOf(
  message: OlderMessage,
  folders: readonly FolderRow[],
  closed: ReadonlySet<FolderId>,
): (Place & { folder: FolderRow }) | undefined {
  for (const { folder_id: folderId, uid } of message.places) {
    const folder = folders.find(({ id }) => id === folderId);
    if (folder && !closed.has(folderId)) return { message, uid, isWhole: isWhole(message), folder };
  }
  return undefined;
}

/** Returns true if the whole message is fetched. Sync does not fetch the files of larger messages either. */
function isWhole({ files, size_bytes: size }: OlderMessage): boolean {
  return size <= limits.fetchWholeBytes && files.some(isReadable);
}

function weight(message: OlderMessage): number {
  return isWhole(message) ? message.size_bytes : headerBytes;
}

/** Returns the first messages within the byte limit, at least one. */
function withinBytes(messages: readonly OlderMessage[]): readonly OlderMessage[] {
  let bytes = 0;
  const end = messages.findIndex((message) => (bytes += weight(message)) > batchBytes);
  return end === -1 ? messages : messages.slice(0, Math.max(1, end));
}

interface ReadPlaces {
  messages: Reread[];
  given: MessageId[];
}

/** Returns "closed" if the folder cannot be opened or its UIDVALIDITY has changed. */
async function readPlaces(
  sync: SyncContext,
  folder: FolderRow,
  places: readonly Place[],
  { borrow, failures, traffic }: FolderPass,
): Promise<ReadPlaces | "closed"> {
  const owner = folder.user_id;
  const bytes = places.reduce((sum, { message }) => sum + weight(message), 0);
  const giveBack = await sync.budget.take(bytes, { isUrgent: false, owner });
  try {
    const fetched = await borrow((connection) => fetchPlaces(connection, folder, places));
    await traffic.count(fetched.reduce((sum, { source }) => sum + source.length, 0));
    const read = await Promise.all(
      fetched.map(async ({ place, source, sizeBytes }) => {
        const whole = { whole: source, keepsNoFiles: true } as const;
        const mail = await sync.parse(whole, { isUrgent: false, owner });
        return isSame(place.message, mail, sizeBytes) ? rereadOf(place, mail) : [];
      }),
    );
    const messages = read.flat();
    const known = new Set(messages.map(({ id }) => id));
    const given = places.map(({ message }) => message.id).filter((id) => !known.has(id));
    return { messages, given };
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    if (error.kind === "folder_gone" || error.kind === "protocol") return "closed";
    const uids = places.map(({ uid }) => uid);
    failures.blame(folder.id, uids, error);
    // It ended the connection repeatedly: it does not change.
    const isHopeless = uids.every((uid) => failures.isHopeless(folder.id, uid));
    if (isHopeless) return { messages: [], given: places.map(({ message }) => message.id) };
    throw error;
  } finally {
    giveBack();
  }
}

interface FetchedPlace {
  place: Place;
  source: Buffer;
  sizeBytes: number;
}

async function fetchPlaces(
  connection: ImapConnection,
  folder: FolderRow,
  places: readonly Place[],
): Promise<FetchedPlace[]> {
  await holdConnectionOpen(connection, folder);
  const fetched: FetchedPlace[] = [];
  for (const content of ["source", "headers"] as const) {
    const asked = places.filter(({ isWhole }) => isWhole === (content === "source"));
    if (asked.length === 0) continue;
    const byUid = new Map(asked.map((place) => [place.uid, place]));
    const most = content === "source" ? 2 * limits.fetchWholeBytes : longestHeader;
    await connection.fetchWhole(
      [...byUid.keys()],
      ({ uid, source, sizeBytes }) => {
        const place = byUid.get(uid);
        // A server may send much more than announced.
        if (place && source.length <= most) fetched.push({ place, source, sizeBytes });
      },
      content,
    );
  }
  return fetched;
}

/** Returns true if the message is the requested one and could be parsed. */
function isSame(
  { message_id_header: header, size_bytes: size }: OlderMessage,
  { message }: ReadMail,
  sizeBytes: number,
): boolean {
  if (message.messageId !== "") return message.messageId === header || sizeBytes === size;
  return sizeBytes === size && message.from.length + message.subject.length > 0;
}

function rereadOf({ message: { id }, isWhole }: Place, { message, words }: ReadMail): Reread {
  const { messageId, inReplyTo, references, signs, attachedText: attached = "" } = message;
  const read = { id, messageId, inReplyTo, references, signs };
  return isWhole && attached !== "" ? { ...read, found: { attached, words } } : read;
}

/** Stores a batch. A message that the database cannot store in its new form does not change. */
async function store(sync: SyncContext, batch: InputOf<"messages.reread">): Promise<void> {
  const { messages, given } = batch;
  try {
    await sync.execute("messages.reread", batch);
  } catch (cause) {
    if (refusedData(cause) === null || messages.length === 0) throw cause;
    if (messages.length === 1) {
      await store(sync, { ...batch, messages: [], given: [...given, ...messages.map(idOf)] });
      return;
    }
    const half = Math.ceil(messages.length / 2);
    await store(sync, { ...batch, messages: messages.slice(0, half) });
    await store(sync, { ...batch, messages: messages.slice(half), given: [] });
  }
}

function idOf({ id }: Reread): MessageId {
  return id;
}
