import type { AccountId, FolderId, UserId } from "@inlet/contract/ids.ts";
import { z } from "zod";
import { RetryAfter } from "#/base/retry-after.ts";
import { getFolder } from "#/store/folders.ts";
import { locationsOf } from "#/store/locations.ts";
import type { OutputOf } from "#/store/commands/registry.ts";
import type { FolderRow } from "#/store/tables.ts";
import type { ImapConnection } from "#/wire/imap/connection.ts";
import { WireError } from "#/wire/imap/wire-error.ts";
import type { DeliverContext } from "./deliver.ts";
import { openFolder } from "./sync/open-folder.ts";

type Pending = OutputOf<"pending.take">[number];

type TellContext = Pick<DeliverContext, "database" | "door" | "clock" | "log" | "lend">;

const Operation = z.object({
  kind: z.literal("flags"),
  add: z.array(z.string()),
  remove: z.array(z.string()),
});

const operationsAtOnce = 500;
/** For a mail server that cannot be reached. */
const waitMs = 30_000;
/** After that many refusals the server's view of a message wins. */
const lastAttempt = 10;

/** Tells the mail server what the user changed here, in order. Throws RetryAfter while something is left. */
export async function tellServer(
  mail: TellContext,
  { userId, accountId }: { userId: UserId; accountId: AccountId },
): Promise<void> {
  for (;;) {
    const operations = await mail.door("pending.take", { accountId, limit: operationsAtOnce });
    if (operations.length === 0) return;
    const folderIds = new Set(operations.map((operation) => operation.folder_id));
    for (const folderId of folderIds) {
      const own = operations.filter((operation) => operation.folder_id === folderId);
      await tellFolder(mail, { userId, accountId, folderId, operations: own });
    }
    if (operations.length < operationsAtOnce) return;
  }
}

interface FolderOperations {
  userId: UserId;
  accountId: AccountId;
  folderId: FolderId;
  operations: readonly Pending[];
}

async function tellFolder(
  mail: TellContext,
  { userId, accountId, folderId, operations }: FolderOperations,
): Promise<void> {
  const folder = await getFolder(mail.database.reader, userId, folderId);
  const done = operations.map((operation) => operation.id);
  // With the folder went the messages in it.
  if (folder === undefined) return mail.door("pending.done", { ids: done });
  try {
    await mail.lend(accountId, (connection) => store(mail, connection, folder, operations));
    await mail.door("pending.done", { ids: done });
  } catch (cause) {
    if (!(cause instanceof WireError)) throw cause;
    await afterRefusal(mail, operations, cause);
  }
}

async function store(
  mail: TellContext,
  connection: ImapConnection,
  folder: FolderRow,
  operations: readonly Pending[],
): Promise<void> {
  const { uidValidity } = await openFolder(connection, folder.path, { readOnly: false });
  for (const run of runs(operations)) {
    const uids: number[] = [];
    for (const operation of run.operations) {
      const uid = await presentUid(mail, operation, uidValidity);
      if (uid !== undefined) uids.push(uid);
    }
    if (uids.length > 0) await connection.storeFlags(uids, run.change);
  }
}

/** A UID means something only under its UIDVALIDITY; after a change the message is found by its location. */
async function presentUid(
  { database }: TellContext,
  operation: Pending,
  uidValidity: number,
): Promise<number | undefined> {
  if (operation.uid_validity === uidValidity) return operation.uid;
  const { reader } = database;
  const folder = await getFolder(reader, operation.user_id, operation.folder_id);
  if (folder?.uid_validity !== uidValidity) throw new WireError("folder_gone");
  const locations = await locationsOf(reader, operation.user_id, operation.message_id);
  return locations.find((location) => location.folder_id === operation.folder_id)?.uid;
}

async function afterRefusal(
  mail: TellContext,
  operations: readonly Pending[],
  cause: WireError,
): Promise<void> {
  mail.log.info({ err: cause }, "a mail server was not told of a change");
  const isRefused = cause.kind === "protocol" || cause.kind === "folder_gone";
  const isLast = (operation: Pending) => isRefused && operation.attempts >= lastAttempt;
  const idsOf = (some: readonly Pending[]) => some.map((operation) => operation.id);
  const given = operations.filter(isLast);
  if (given.length > 0) await mail.door("pending.done", { ids: idsOf(given) });
  const left = operations.filter((operation) => !isLast(operation));
  if (left.length === 0) return;
  const retryMs = Math.max(waitMs, cause.retryAfterMs ?? 0);
  await mail.door("pending.later", { ids: idsOf(left), runAt: mail.clock.now() + retryMs });
  throw new RetryAfter(retryMs, { cause });
}

interface Run {
  change: { add: string[]; remove: string[] };
  operations: Pending[];
}

/** Neighbours with the same change become one command; the order stays. */
function runs(operations: readonly Pending[]): Run[] {
  const result: Run[] = [];
  let last = "";
  for (const operation of operations) {
    const open = result.at(-1);
    if (open !== undefined && operation.operation_json === last) {
      open.operations.push(operation);
      continue;
    }
    const { add, remove } = Operation.parse(JSON.parse(operation.operation_json));
    result.push({ change: { add, remove }, operations: [operation] });
    last = operation.operation_json;
  }
  return result;
}
