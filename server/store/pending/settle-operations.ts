import type { FolderId, MessageId, UserId } from "@inlet/contract/ids.ts";
import { folderById } from "../folders/queries.ts";
import { arrive, restoreDeleted, revertOperation } from "../locations/move-location.ts";
import { dropPending, pendingById, type PendingRow } from "./queries.ts";
import { queuePending } from "./queue-operations.ts";
import { refreshMessages } from "../messages/refresh-messages.ts";
import { flagColumns, type FlagsOperation, readFlags, readOperation } from "../messages/flags.ts";
import { recordPushed } from "./pushed-changes.ts";
import { settleDuplicates } from "../locations/duplicates.ts";
import type { Writer } from "../engine/writer.ts";
import type { Command } from "#/store/commands/command.ts";

/** Outcome of a pending operation. */
export type Outcome =
  /** The message has this UID in the target; 0 if it is unknown. */
  | { kind: "arrived"; uid: number; uidValidity: number }
  /** The server applied the operation, but will never report the `unnamed` flags that it added. */
  | { kind: "applied"; unnamed?: string[] }
  /** For a change of flags: the message was not at its location, and may be found at another one. */
  | { kind: "missing" }
  /** The server rejected the operation: the message is in its previous location. */
  | { kind: "refused" }
  /** For a change of flags: the server does not store these keywords; they stay local. */
  | { kind: "local"; flags: string[] };

export interface Settled {
  id: number;
  outcome: Outcome;
  /** True if the server could only mark the message as deleted in its source folder. */
  isLeft?: boolean;
}

/** Records the outcomes of operations. An operation that a later change replaced is ignored. */
export const settlePending: Command<{ userId: UserId; settled: Settled[] }, void> = {
  durable: true,
  async run(writer, { userId, settled }) {
    await writer.lock(userId);
    const touched: MessageId[] = [];
    const refused = new Set<MessageId>();
    const pushedRows: PendingRow[] = [];
    for (const { id, outcome, isLeft = false } of settled) {
      const operation = await pendingById(writer, userId, id);
      if (!operation) continue;
      if (outcome.kind !== "local" && outcome.kind !== "missing") pushedRows.push(operation);
      touched.push(operation.message_id);
      if (outcome.kind === "refused") refused.add(operation.message_id);
      touched.push(...(await settle(writer, operation, outcome)));
      if (isLeft) await leaveBehind(writer, operation);
    }
    await recordPushed(writer, userId, pushedRows);
    const ids = [...new Set(touched)];
    const { gone, changed } = await refreshMessages(writer, userId, ids);
    const seen = await settleDuplicates(writer, userId, ids);
    await writer.change(userId, "message.gone", gone);
    const left = new Set(gone);
    await writer.change(
      userId,
      "message.changed",
      [...new Set([...changed, ...seen, ...refused])].filter((id) => !left.has(id)),
    );
    await writer.change(userId, "message.refused", [...refused]);
  },
};

/** Settles an operation and returns the other messages that it concerned. */
async function settle(
  writer: Writer,
  operation: PendingRow,
  outcome: Outcome,
): Promise<MessageId[]> {
  switch (outcome.kind) {
    case "arrived":
      return arrive(writer, operation, outcome);
    case "applied":
      await dropPending(writer, operation.user_id, operation.id);
      await dropFlags(writer, operation, outcome.unnamed ?? []);
      return [];
    case "refused":
      if (operation.kind === "delete") await restoreDeleted(writer, operation);
      else await revertOperation(writer, operation);
      return [];
    case "missing":
      await seek(writer, operation);
      return [];
    case "local":
      await keepHere(writer, operation, outcome.flags);
      return [];
  }
}

/**
 * Settles operations whose messages a complete comparison of the folder did not find: their UIDs became invalid with UIDVALIDITY,
 * and the messages had left the folder before. They are found in another folder, if at all.
 */
export const losePending: Command<{ userId: UserId; folderId: FolderId; ids: number[] }, void> = {
  durable: true,
  async run(writer, { userId, folderId, ids }) {
    const asked = new Set(ids);
    const placeless = await writer.db
      .selectFrom("pending_operations")
      .select(["id", "kind"])
      .where("user_id", "=", userId)
      .where("folder_id", "=", folderId)
      .where("uid", "=", 0)
      .execute();
    const lost = placeless.filter(({ id }) => asked.has(id));
    const settled = lost.map(({ id, kind }): Settled => ({ id, outcome: outcomeOfLost(kind) }));
    if (settled.length > 0) await settlePending.run(writer, { userId, settled });
  },
};

function outcomeOfLost(kind: PendingRow["kind"]): Outcome {
  switch (kind) {
    case "move":
      return { kind: "arrived", uid: 0, uidValidity: 0 };
    case "copy":
      return { kind: "refused" };
    case "flags":
    case "delete":
    case "local":
    case "left":
      return { kind: "applied" };
  }
}

/** Makes the operation apply to the message wherever it is found; until then its location is unknown. */
async function seek({ db }: Writer, { user_id: userId, id }: PendingRow): Promise<void> {
  await db
    .updateTable("pending_operations")
    .set({ uid: 0 })
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .execute();
}

/** Removes flags that the server will not report, to make the local flags match the server's. */
async function dropFlags(writer: Writer, operation: PendingRow, flags: string[]): Promise<void> {
  if (flags.length === 0) return;
  const place = await writer.db
    .selectFrom("message_locations")
    .select("flags_json")
    .where("user_id", "=", operation.user_id)
    .where("folder_id", "=", operation.folder_id)
    .where("uid", "=", operation.uid)
    .executeTakeFirst();
  if (place === undefined) return;
  const kept = readFlags(place.flags_json).filter((flag) => !flags.includes(flag));
  await writer.db
    .updateTable("message_locations")
    .set(flagColumns(kept))
    .where("user_id", "=", operation.user_id)
    .where("folder_id", "=", operation.folder_id)
    .where("uid", "=", operation.uid)
    .execute();
}

/** Stores keywords that the server does not store: they are added to the flags that it reports from now on. */
async function keepHere(writer: Writer, operation: PendingRow, flags: string[]): Promise<void> {
  const { add, remove } = readOperation(operation.operation_json);
  const local = add.filter((flag) => flags.includes(flag));
  if (local.length === 0) return;
  const kept: FlagsOperation = { kind: "flags", add: local, remove: [] };
  await queuePending(writer, operation, kept, { kind: "local" });
  const pushedRows = { kind: "flags", add: add.filter((flag) => !local.includes(flag)), remove };
  await writer.db
    .updateTable("pending_operations")
    .set({ operation_json: JSON.stringify(pushedRows) })
    .where("user_id", "=", operation.user_id)
    .where("id", "=", operation.id)
    .execute();
}

/** A message that the server could only mark as deleted has left its folder here. */
async function leaveBehind({ db, now }: Writer, operation: PendingRow): Promise<void> {
  const { id: _settled, ...place } = operation;
  await db
    .insertInto("pending_operations")
    .values({ ...place, kind: "left", target_folder_id: "", run_at: now })
    .execute();
}

/**
 * Records the target's UIDNEXT before a COPY that replaces a MOVE: a message in the target from this UID on may be the copy.
 */
export const recordUidNext: Command<{ ids: number[]; uidNext: number }, void> = {
  durable: true,
  async run({ db }, { ids, uidNext }) {
    const rows = await db
      .selectFrom("pending_operations")
      .select(["id", "operation_json"])
      .where("id", "in", ids)
      .execute();
    for (const { id, operation_json: json } of rows) {
      const departure: unknown = JSON.parse(json);
      await db
        .updateTable("pending_operations")
        .set({
          operation_json: JSON.stringify(Object.assign({}, departure, { uidNextBefore: uidNext })),
        })
        .where("id", "=", id)
        .execute();
    }
  },
};

/** Records that the server created a requested folder. It may be listed already, under the path that the server chose. */
export const folderCreated: Command<{ folderId: FolderId; path: string }, void> = {
  durable: true,
  async run(writer, { folderId, path }) {
    const { db } = writer;
    const wanted = await folderById(db, folderId);
    if (!wanted || wanted.is_wanted === 0) return;
    const { user_id: userId } = wanted;
    await writer.lock(userId);
    const listed = await db
      .selectFrom("folders")
      .selectAll()
      .where("user_id", "=", userId)
      .where("account_id", "=", wanted.account_id)
      .where("path", "=", path)
      .where("id", "<>", folderId)
      .executeTakeFirst();
    if (!listed) {
      await db
        .updateTable("folders")
        // If another client created the folder first, it may already hold messages.
        .set({ path, is_wanted: 0, is_complete: 0 })
        .where("user_id", "=", userId)
        .where("id", "=", folderId)
        .execute();
      return writer.change(userId, "folder.changed", [folderId]);
    }
    await db
      .updateTable("message_locations")
      .set({ folder_id: listed.id })
      .where("user_id", "=", userId)
      .where("folder_id", "=", folderId)
      .execute();
    for (const column of ["folder_id", "target_folder_id"] as const) {
      await db
        .updateTable("pending_operations")
        .set({ [column]: listed.id })
        .where("user_id", "=", userId)
        .where(column, "=", folderId)
        .execute();
    }
    await db
      .deleteFrom("folders")
      .where("user_id", "=", userId)
      .where("id", "=", folderId)
      .execute();
    await writer.change(userId, "folder.changed", [folderId, listed.id]);
  },
};
