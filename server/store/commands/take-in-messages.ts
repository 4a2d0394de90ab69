import type {
  AccountId,
  AttachmentId,
  FolderId,
  MessageId,
  ThreadId,
  UserId,
} from "@inlet/contract/ids.ts";
import { Failure } from "#/base/fail.ts";
import { attachKey, findReattachable } from "../reattach.ts";
import { bit } from "../bit.ts";
import { clampDate, nextDateKeys } from "../date-keys.ts";
import { applyOperations, flagColumns, mergeOperations, readFlags } from "../flags.ts";
import { inChunks } from "../in-chunks.ts";
import { writeWords } from "../message-words.ts";
import { newId } from "../new-id.ts";
import { pendingFlags } from "../pending-flags.ts";
import { plainJson, plainText } from "../plain-text.ts";
import { queuePending } from "../queue-pending.ts";
import { refreshMessages } from "../refresh-messages.ts";
import type { FolderRow, LocationRow, MessageRow } from "../tables.ts";
import type { TakeIn, TakenIn } from "../take-in.ts";
import { resolveThreads } from "../threads.ts";
import { settleTwins } from "../twins.ts";
import type { Writer } from "../writer.ts";
import type { Command } from "./command.ts";

export interface Batch {
  userId: UserId;
  accountId: AccountId;
  folderId: FolderId;
  /** 50 at most, so that what people wait for is not held up. */
  messages: TakeIn[];
  /** Somebody waits for these: new mail, or the first that is shown of a folder. */
  isUrgent?: boolean;
}

interface Placed {
  take: TakeIn;
  messageId: MessageId;
  dateKey: number;
  isNew: boolean;
}

/**
 * Stores messages found in a folder. What stands there already is passed over; a message of the account that came here
 * from another folder is attached again, with its id. Answers in the order given. Fails with folder.not_found.
 */
export const takeInMessages: Command<Batch, TakenIn[]> = {
  durable: false,
  bulk: ({ isUrgent }) => !isUrgent,
  async run(writer, { userId, accountId, folderId, messages }) {
    await writer.lock(userId);
    const folder = await readFolder(writer, userId, accountId, folderId);
    const here = await knownUids(
      writer,
      folder,
      messages.map(({ uid }) => uid),
    );
    const fresh = messages
      .filter(({ uid }) => !here.has(uid))
      .toSorted((a, b) => a.internalDate - b.internalDate || a.uid - b.uid);

    const placed = await place(writer, folder, fresh);
    await storeMessages(
      writer,
      folder,
      placed.filter(({ isNew }) => isNew),
    );
    await storeLocations(writer, folder, placed);
    await tell(writer, folder, placed);

    const byUid = new Map(placed.map((one) => [one.take.uid, one]));
    return messages.map(({ uid }) => {
      const known = here.get(uid);
      if (known !== undefined) return { messageId: known, isNew: false };
      const one = byUid.get(uid);
      if (!one) throw new Error("A message of the batch was not placed.");
      return { messageId: one.messageId, isNew: one.isNew };
    });
  },
};

async function readFolder(
  { db }: Writer,
  userId: UserId,
  accountId: AccountId,
  folderId: FolderId,
): Promise<FolderRow> {
  const folder = await db
    .selectFrom("folders")
    .selectAll()
    .where("user_id", "=", userId)
    .where("id", "=", folderId)
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  if (!folder) throw new Failure("folder.not_found");
  return folder;
}

async function knownUids(
  { db }: Writer,
  folder: FolderRow,
  uids: number[],
): Promise<Map<number, MessageId>> {
  if (uids.length === 0) return new Map();
  const rows = await db
    .selectFrom("message_locations")
    .select(["uid", "message_id"])
    .where("user_id", "=", folder.user_id)
    .where("folder_id", "=", folder.id)
    .where("uid", "in", uids)
    .execute();
  return new Map(rows.map((row) => [row.uid, row.message_id]));
}

/** Finds for each message its row, or gives it a new id and key. */
async function place(writer: Writer, folder: FolderRow, fresh: TakeIn[]): Promise<Placed[]> {
  const known = await findReattachable(writer, folder, fresh);
  const placed: Placed[] = fresh.map((take) => {
    const key = attachKey(take, writer.now);
    const found = key === "" ? undefined : known.get(key);
    const one = {
      take,
      messageId: found?.id ?? newId<MessageId>(writer.now),
      dateKey: found?.dateKey ?? -1,
      isNew: !found,
    };
    if (!found && key !== "") known.set(key, { id: one.messageId, dateKey: -1 });
    return one;
  });
  const added = placed.filter(({ isNew }) => isNew);
  const dates = added.map(({ take }) => clampDate(take.internalDate, writer.now));
  const keys = await nextDateKeys(writer, folder.user_id, dates);
  const keyOf = new Map(added.map(({ messageId }, index) => [messageId, keys[index] ?? -1]));
  return placed.map((one) => ({ ...one, dateKey: keyOf.get(one.messageId) ?? one.dateKey }));
}

async function storeMessages(writer: Writer, folder: FolderRow, added: Placed[]): Promise<void> {
  if (added.length === 0) return;
  const { db } = writer;
  const { threadIds, moved } = await resolveThreads(
    writer,
    folder.user_id,
    added.map(({ take }) => take.threadKeys.map(plainText)),
  );
  const rows = added.map((one, index) =>
    messageRow(one, folder, threadIds[index] ?? newId<ThreadId>(writer.now), writer.now),
  );
  for (const some of inChunks(rows, 100)) await db.insertInto("messages").values(some).execute();
  const bodies = added.map(({ take, messageId }) => ({
    user_id: folder.user_id,
    message_id: messageId,
    text: plainText(take.message.text),
    html: plainText(take.message.html),
  }));
  for (const some of inChunks(bodies)) await db.insertInto("bodies").values(some).execute();
  await storeAttachments(writer, folder, added);
  await writeWords(
    writer,
    added.map(({ take, dateKey }) => ({
      userId: folder.user_id,
      accountId: folder.account_id,
      dateKey,
      words: take.words,
    })),
  );
  await writer.change(folder.user_id, "message.changed", moved);
}

function messageRow(
  { take, messageId, dateKey }: Placed,
  folder: FolderRow,
  threadId: ThreadId,
  now: number,
): MessageRow {
  const { message } = take;
  return {
    id: messageId,
    user_id: folder.user_id,
    account_id: folder.account_id,
    thread_id: threadId,
    date_key: dateKey,
    internal_date: clampDate(take.internalDate, now),
    message_id_header: plainText(message.messageId),
    in_reply_to: plainText(message.inReplyTo),
    references_json: plainJson(message.references),
    from_json: plainJson(message.from),
    to_json: plainJson(message.to),
    cc_json: plainJson(message.cc),
    bcc_json: plainJson(message.bcc),
    reply_to_json: plainJson(message.replyTo),
    subject: plainText(message.subject),
    preview: plainText(message.preview),
    size_bytes: take.sizeBytes,
    ...flagColumns(take.flags),
    has_attachments: bit(take.attachments.some(({ isInline }) => !isInline)),
    is_own: bit(take.isOwn),
    twin_key: take.twinKey,
    remote_images: message.remoteImages,
    notice: plainText(message.notice),
    orphaned_at: 0,
  };
}

async function storeAttachments(
  { db, now }: Writer,
  folder: FolderRow,
  added: Placed[],
): Promise<void> {
  const rows = added.flatMap(({ take, messageId }) =>
    take.attachments.map((attachment, position) => ({
      id: newId<AttachmentId>(now),
      user_id: folder.user_id,
      message_id: messageId,
      position,
      part: attachment.part,
      filename: plainText(attachment.filename),
      type: plainText(attachment.type),
      size_bytes: attachment.sizeBytes,
      content_id: plainText(attachment.contentId),
      is_inline: bit(attachment.isInline),
      sha256: attachment.sha256,
    })),
  );
  for (const some of inChunks(rows, 1000))
    await db.insertInto("attachments").values(some).execute();
}

async function storeLocations(writer: Writer, folder: FolderRow, placed: Placed[]): Promise<void> {
  if (placed.length === 0) return;
  const rows: LocationRow[] = placed.map(({ take, messageId, dateKey }) => ({
    user_id: folder.user_id,
    account_id: folder.account_id,
    folder_id: folder.id,
    uid: take.uid,
    message_id: messageId,
    role: folder.role,
    date_key: dateKey,
    ...flagColumns(take.flags),
    is_twin: 0,
  }));
  const attached = placed.filter(({ isNew }) => !isNew).map(({ messageId }) => messageId);
  const pending = await pendingFlags(writer, folder.user_id, attached);
  for (const row of rows) {
    const waiting = pending.get(row.message_id);
    if (!waiting) continue;
    // The server was to be told at the old place: it is told at the new one, and the change stays visible.
    const operation = waiting.map((one) => one.operation).reduce(mergeOperations);
    Object.assign(row, flagColumns(applyOperations(readFlags(row.flags_json), [operation])));
    await queuePending(writer, row, operation);
    await writer.job("tell-server", folder.user_id, folder.account_id);
  }
  for (const some of inChunks(rows, 1000))
    await writer.db.insertInto("message_locations").values(some).execute();
  await settleTwins(
    writer,
    folder.user_id,
    placed.map(({ messageId }) => messageId),
    {
      folderId: folder.id,
      uids: new Set(placed.map(({ take: { uid } }) => uid)),
    },
  );
  await refreshMessages(writer, folder.user_id, attached);
}

async function tell(writer: Writer, folder: FolderRow, placed: Placed[]): Promise<void> {
  const added = placed.filter(({ isNew }) => isNew);
  const attached = placed.filter(({ isNew }) => !isNew);
  await writer.change(
    folder.user_id,
    "message.arrived",
    added.map(({ messageId }) => messageId),
  );
  await writer.change(
    folder.user_id,
    "message.changed",
    attached.map(({ messageId }) => messageId),
  );
  for (const { take, messageId } of added) {
    if (take.isLive) await writer.job("message-arrived", folder.user_id, messageId);
  }
}
