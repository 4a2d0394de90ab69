import type { AccountId, MessageId, UserId } from "@inlet/contract/ids.ts";
import { accountSyncOf } from "../accounts/sync-queries.ts";
import { dropWords, writeWords } from "../search/index-words.ts";
import { readVersion } from "./outdated-messages.ts";
import { plainJson, plainText } from "../engine/storable-text.ts";
import type { IncomingContent, WordColumns } from "./ingest-types.ts";
import type { Writer } from "../engine/writer.ts";
import type { Command } from "#/store/commands/command.ts";

export interface Reread extends Pick<
  IncomingContent,
  "messageId" | "inReplyTo" | "references" | "signs"
> {
  id: MessageId;
  /** Text of the files and all words of the message; absent if only its header was read. */
  found?: { attached: string; words: WordColumns };
}

export interface RereadBatch {
  userId: UserId;
  accountId: AccountId;
  /** 50 at most, to keep other writes from waiting long. */
  messages: Reread[];
  /** Messages that their server does not return: they stay unchanged. */
  given: MessageId[];
  /** Number of the account's messages to fetch again after these. */
  left: number;
}

/** Open pages are notified of the progress each time this many messages are done. */
const reportEvery = 500;

/**
 * Stores what a later version of the reader finds in stored messages: signs and ids of the header, and the words of files. Leaves
 * alone what a user changed, and starts none of the work that follows new messages.
 */
export const rereadMessages: Command<RereadBatch, void> = {
  durable: false,
  bulk: true,
  async run(writer, { userId, accountId, messages, given, left }) {
    const { db } = writer;
    await writer.lock(userId);
    const words = [];
    for (const message of messages) {
      const row = await rewrite(writer, userId, message);
      if (row && message.found) words.push({ dateKey: row.dateKey, words: message.found.words });
    }
    const sorted = words.toSorted((one, other) => one.dateKey - other.dateKey);
    await dropWords(
      writer,
      userId,
      sorted.map(({ dateKey }) => dateKey),
    );
    await writeWords(
      writer,
      sorted.map((one) => ({ userId, accountId, ...one })),
    );
    if (given.length > 0) {
      await db
        .updateTable("messages")
        .set({ read_version: readVersion })
        .where("user_id", "=", userId)
        .where("id", "in", given)
        .execute();
    }
    await recordProgress(writer, { userId, accountId, left, done: messages.length + given.length });
  },
};

/** Returns undefined if the message was deleted, or was already read by this version. */
async function rewrite(
  { db }: Writer,
  userId: UserId,
  { id, messageId, inReplyTo, references, signs, found }: Reread,
): Promise<{ dateKey: number } | undefined> {
  const row = await db
    .selectFrom("messages")
    .select(["signs_json", "date_key"])
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .where("read_version", "<", readVersion)
    .executeTakeFirst();
  if (!row) return undefined;
  // Only the store writes this column.
  const before = JSON.parse(row.signs_json) as Signs;
  const { report } = before;
  // It is parsed from the body, which may not have been fetched.
  const after: Signs = { ...(report !== undefined && { report }), ...signs };
  await db
    .updateTable("messages")
    .set({
      message_id_header: plainText(messageId),
      in_reply_to: plainText(inReplyTo),
      references_json: plainJson(references),
      signs_json: plainJson(after),
      read_version: readVersion,
      ...(markedBy(before) !== markedBy(after) && { marks_version: 0 }),
    })
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .execute();
  if (found) {
    await db
      .updateTable("bodies")
      .set({ attached: plainText(found.attached) })
      .where("user_id", "=", userId)
      .where("message_id", "=", id)
      .execute();
  }
  return { dateKey: row.date_key };
}

interface Signs {
  list?: unknown;
  deliveredTo?: unknown;
  report?: unknown;
}

/** Returns the signs that affect search. If they change, the search marks of the message are written again. */
function markedBy({ list, deliveredTo }: Signs): string {
  return JSON.stringify([list, deliveredTo]);
}

async function recordProgress(
  writer: Writer,
  {
    userId,
    accountId,
    left,
    done,
  }: Pick<RereadBatch, "userId" | "accountId" | "left"> & {
    done: number;
  },
): Promise<void> {
  const before = await accountSyncOf(writer.db, userId, accountId);
  const older_count = left === 0 ? 0 : Math.max(before.older_count, left + done);
  await writer.db
    .insertInto("account_sync")
    .values({ ...before, user_id: userId, account_id: accountId, older_count, older_left: left })
    .onConflict((conflict) =>
      conflict.columns(["user_id", "account_id"]).doUpdateSet({ older_count, older_left: left }),
    )
    .execute();
  const step = (count: number) => Math.ceil(count / reportEvery);
  if (step(before.older_left) !== step(left)) {
    await writer.change(userId, "account.changed", [accountId]);
  }
}
