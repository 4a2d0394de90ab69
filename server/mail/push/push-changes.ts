import type { AccountId, FolderId, UserId } from "@inlet/contract/ids.ts";
import { RetryAfter } from "#/base/retry-after.ts";
import type { Settled } from "#/store/pending/settle-operations.ts";
import { getFolder } from "#/store/folders/queries.ts";
import { readDeparture } from "#/store/pending/queries.ts";
import { nextPendingAt } from "#/store/pending/next-due.ts";
import type { FolderRow } from "#/store/engine/schema.ts";
import { flagsOf } from "#/wire/imap/flags-of.ts";
import { isForbidden, WireError } from "#/wire/imap/wire-error.ts";
import { normalFlags } from "#/mail/sync/folder/plan.ts";
import { pushDeletion } from "./push-deletion.ts";
import { pushFlags } from "./push-flags.ts";
import { pushMove } from "./push-move.ts";
import type { Pending, PushContext, PushRun } from "./operation-batch.ts";

const operationBatchSize = 500;
/** Delay after a mail server could not be reached. */
const waitMs = 30_000;
/** For a missing folder: it may have been renamed, which a survey of the folders shows. */
const soonMs = 500;
/** Number of rejections after which the server's state of a message applies. */
const lastAttempt = 10;

/** Pushes the user's changes to the mail server, in order. Throws RetryAfter while some are left. */
export async function pushChanges(
  mail: PushContext,
  { userId, accountId }: { userId: UserId; accountId: AccountId },
): Promise<void> {
  for (;;) {
    const operations = await mail.execute("pending.take", { accountId, limit: operationBatchSize });
    if (operations.length === 0) break;
    // In order within a folder. An operation that depends on another folder waits until its UID there is known.
    for (const [folderId, own] of Map.groupBy(operations, (operation) => operation.folder_id)) {
      await pushFolder(mail, { userId, accountId, folderId, operations: own });
    }
  }
  const next = await nextPendingAt(mail.database.reader, accountId, mail.clock.now());
  if (next !== null) throw new RetryAfter(next - mail.clock.now());
}

interface FolderOperations {
  userId: UserId;
  accountId: AccountId;
  folderId: FolderId;
  operations: readonly Pending[];
}

async function pushFolder(
  mail: PushContext,
  { userId, accountId, folderId, operations }: FolderOperations,
): Promise<void> {
  const folder = await getFolder(mail.database.reader, userId, folderId);
  // The folder was deleted with its messages.
  if (folder === undefined) {
    const settled = operations.map(({ id }): Settled => ({ id, outcome: { kind: "refused" } }));
    return mail.execute("pending.settle", { userId, settled });
  }
  /** Operations that were settled or deferred, or that wait for a deferred one on the same message. */
  const seen = new Set<number>();
  let isConnected = false;
  try {
    await mail.lend(accountId, async (connection) => {
      isConnected = true;
      // This runs again after a lost connection: settled operations are not repeated.
      for (const run of runs(operations.filter(({ id }) => !seen.has(id)))) {
        const left = run.filter(({ id }) => !seen.has(id));
        if (left.length === 0) continue;
        try {
          await pushRun({ mail, connection, folder, operations: left });
          for (const { id } of left) seen.add(id);
        } catch (cause) {
          if (!(cause instanceof WireError) || !isOfThisAlone(cause)) throw cause;
          await afterRefusal(mail, userId, left, cause);
          if (cause.kind === "protocol")
            await showRefused({ mail, connection, folder, operations: left });
          const places = new Set(left.map(({ uid }) => uid));
          for (const { id, uid } of operations) if (places.has(uid)) seen.add(id);
        }
      }
    });
  } catch (cause) {
    if (!(cause instanceof WireError)) throw cause;
    const left = operations.filter(({ id }) => !seen.has(id));
    const retryMs = await afterRefusal(mail, userId, left, cause, { isConnected });
    throw new RetryAfter(retryMs, { cause });
  } finally {
    if (operations.some(({ kind }) => kind !== "flags")) mail.lookAround(accountId);
  }
}

async function pushRun(push: PushRun): Promise<void> {
  const { mail, connection, folder, operations } = push;
  const { uidValidity } = await connection.select(folder.path, { readOnly: false });
  requireEpoch(folder, operations, uidValidity);
  const settled = await pushAll(push);
  await mail.execute("pending.settle", { userId: folder.user_id, settled });
  if (settled.some(({ outcome }) => outcome.kind === "missing")) mail.lookAround(folder.account_id);
  // A message was appended or deleted, so the mailbox has space again.
  if (operations[0]?.kind !== "flags") {
    await mail.execute("account.full", { accountId: folder.account_id, isFull: false });
  }
}

/** The server does not report flags that it did not change, so they are requested. */
async function showRefused({ mail, connection, folder, operations }: PushRun): Promise<void> {
  const uids = operations.flatMap(({ kind, uid }) => (kind === "flags" ? uid : []));
  if (uids.length === 0) return;
  const found = await flagsOf(connection, uids);
  const items = found.map(({ uid, flags }) => ({ uid, flags: normalFlags(flags) }));
  await mail.execute("locations.flags", { folderId: folder.id, items });
}

/** Returns true if the server refused this operation alone; the rest are not affected. */
function isOfThisAlone({ kind }: WireError): boolean {
  return kind === "protocol" || kind === "folder_gone" || kind === "over_quota";
}

function pushAll(push: PushRun): Promise<Settled[]> {
  const [first] = push.operations;
  switch (first?.kind) {
    case "move":
    case "copy":
      return pushMove(push);
    case "delete":
      return pushDeletion(push);
    case "flags":
      return pushFlags(push);
    case "local":
    case "left":
    case undefined:
      return Promise.resolve([]);
  }
}

/**
 * Throws if the folder's UIDVALIDITY changed: UIDs are only valid with it. Queued UIDs belong to the known one. A new UIDVALIDITY
 * clears the UIDs of all queued operations until each message is found again.
 */
function requireEpoch(
  { uid_validity: known }: FolderRow,
  operations: readonly Pending[],
  uidValidity: number,
): void {
  const isThis = (operation: Pending) =>
    operation.uid_validity === 0 ? known === uidValidity : operation.uid_validity === uidValidity;
  if (!operations.every(isThis)) throw new WireError("folder_gone");
}

/**
 * Gives up on operations that the server will never accept, and postpones the rest; returns the wait in milliseconds. If no
 * connection was made, these operations can still be undone as if they had never been requested.
 */
async function afterRefusal(
  mail: PushContext,
  userId: UserId,
  operations: readonly Pending[],
  cause: WireError,
  { isConnected = true } = {},
): Promise<number> {
  mail.log.info({ err: cause }, "pending operation rejected by IMAP server");
  const isFull = cause.kind === "over_quota";
  const accountId = operations[0]?.account_id;
  if (isFull && accountId) await mail.execute("account.full", { accountId, isFull });
  const isFinal = isForbidden(cause);
  // A full mailbox stays full: operations that need space are reverted immediately, so the user sees it.
  const isLast = ({ kind, attempts }: Pending) =>
    isFull
      ? kind === "move" || kind === "copy"
      : isOfThisAlone(cause) && (isFinal || attempts >= lastAttempt);
  const given = operations.filter(isLast);
  if (given.length > 0) {
    const settled = given.map(({ id }): Settled => ({ id, outcome: { kind: "refused" } }));
    await mail.execute("pending.settle", { userId, settled });
  }
  const left = operations.filter((operation) => !isLast(operation));
  const tried = Math.max(0, ...left.map(({ attempts }) => attempts));
  const isMissing = cause.kind === "folder_gone";
  const timeoutMs = isMissing ? Math.min(waitMs, soonMs * 2 ** tried) : waitMs;
  const retryMs = Math.max(timeoutMs, cause.retryAfterMs ?? 0);
  if (isMissing && accountId) mail.lookAround(accountId);
  if (left.length > 0) {
    const ids = left.map(({ id }) => id);
    const runAt = mail.clock.now() + retryMs;
    await mail.execute("pending.later", { ids, runAt, ...(!isConnected && { isUnsent: true }) });
  }
  return retryMs;
}

/** Merges adjacent operations with the same change into one command and preserves the order. */
function runs(operations: readonly Pending[]): Pending[][] {
  const result: Pending[][] = [];
  let last = "";
  for (const operation of operations) {
    const { kind, target_folder_id: target, operation_json: json } = operation;
    const isCopy = kind === "delete" && readDeparture(json).isCopy === true;
    const change = kind === "flags" ? `flags ${json}` : `${kind} ${target} ${isCopy}`;
    const open = result.at(-1);
    if (open !== undefined && change === last) open.push(operation);
    else result.push([operation]);
    last = change;
  }
  return result;
}
