import type { AccountId, MessageId, UserId } from "@inlet/contract/ids.ts";
import {
  applyOperations,
  flagColumns,
  type FlagsOperation,
  mergeOperations,
  readFlags,
} from "../flags.ts";
import { pendingFlags } from "../pending-flags.ts";
import { queuePending } from "../queue-pending.ts";
import { refreshMessages } from "../refresh-messages.ts";
import type { LocationRow } from "../tables.ts";
import type { Writer } from "../writer.ts";
import type { Command } from "./command.ts";

export interface MessageChange {
  userId: UserId;
  messageId: MessageId;
  seen?: boolean | undefined;
  starred?: boolean | undefined;
}

/** Changes a message and its twins here at once, and queues telling their servers. False when there is no such message. */
export const changeMessage: Command<MessageChange, boolean> = {
  durable: true,
  async run(writer, { userId, messageId, seen, starred }) {
    await writer.lock(userId);
    const messageIds = await withTwins(writer, userId, messageId);
    if (messageIds.length === 0) return false;
    const operation = operationOf({ "\\Seen": seen, "\\Flagged": starred });
    const accounts = new Set<AccountId>();
    const locations = await writer.db
      .selectFrom("message_locations")
      .selectAll()
      .where("user_id", "=", userId)
      .where("message_id", "in", messageIds)
      .execute();
    const pending = await pendingFlags(writer, userId, messageIds);
    for (const location of locations) {
      const columns = flagColumns(applyOperations(readFlags(location.flags_json), [operation]));
      if (columns.flags_json === location.flags_json) continue;
      await setFlags(writer, location, columns);
      const earlier = (pending.get(location.message_id) ?? []).filter(
        ({ folderId, uid }) => folderId === location.folder_id && uid === location.uid,
      );
      // One operation stands for all: a later one must never overtake an earlier one that was put off.
      const merged = [...earlier.map((one) => one.operation), operation].reduce(mergeOperations);
      await queuePending(
        writer,
        location,
        merged,
        earlier.map(({ id }) => id),
      );
      accounts.add(location.account_id);
    }
    for (const accountId of accounts) await writer.job("tell-server", userId, accountId);
    const { changed } = await refreshMessages(writer, userId, messageIds);
    await writer.change(userId, "message.changed", changed);
    return true;
  },
};

function operationOf(wanted: Record<string, boolean | undefined>): FlagsOperation {
  const flags = Object.keys(wanted);
  return {
    kind: "flags",
    add: flags.filter((flag) => wanted[flag] === true),
    remove: flags.filter((flag) => wanted[flag] === false),
  };
}

async function setFlags(
  { db }: Writer,
  { user_id, folder_id, uid }: LocationRow,
  columns: ReturnType<typeof flagColumns>,
): Promise<void> {
  await db
    .updateTable("message_locations")
    .set(columns)
    .where("user_id", "=", user_id)
    .where("folder_id", "=", folder_id)
    .where("uid", "=", uid)
    .execute();
}

/** The message and the same mail in other accounts; a second copy in its own account is a message by itself. */
async function withTwins(
  { db }: Writer,
  userId: UserId,
  messageId: MessageId,
): Promise<MessageId[]> {
  const message = await db
    .selectFrom("messages")
    .select(["account_id", "twin_key"])
    .where("user_id", "=", userId)
    .where("id", "=", messageId)
    .executeTakeFirst();
  if (!message) return [];
  if (message.twin_key === "") return [messageId];
  const twins = await db
    .selectFrom("messages")
    .select("id")
    .where("user_id", "=", userId)
    .where("twin_key", "=", message.twin_key)
    .where("account_id", "<>", message.account_id)
    .execute();
  return [messageId, ...twins.map(({ id }) => id)];
}
