import type { AccountId, FolderId, MessageId, ThreadId, UserId } from "@inlet/contract/ids.ts";
import { Failure } from "#/base/failure.ts";
import { attachKey, findOrphans, findReattachable } from "../locations/reattach.ts";
import { bit } from "../engine/bit.ts";
import { clampDate, nextDateKeys } from "./date-keys.ts";
import { countCorrespondents } from "../contacts/count-correspondents.ts";
import { flagColumns } from "./flags.ts";
import { inChunks } from "../engine/chunks.ts";
import { writeWords } from "../search/index-words.ts";
import { newId } from "../engine/new-id.ts";
import { changeMessages } from "./change-messages.ts";
import { isMarked } from "../locations/deleted-marks.ts";
import { inMutedThreads } from "../threads/mute-threads.ts";
import { knownUids } from "../locations/known-uids.ts";
import { readVersion } from "./outdated-messages.ts";
import { plainJson, plainText } from "../engine/storable-text.ts";
import { findByProviderId } from "../locations/provider-ids.ts";
import { marksVersion, writeMarks } from "../search/index-marks.ts";
import { storeAttachments } from "./store-attachments.ts";
import { storeCalendars } from "../calendar/store-invitations.ts";
import { storeLocations } from "../locations/store-locations.ts";
import type { FolderRow, MessageRow } from "../engine/schema.ts";
import type { IncomingMessage, IngestResult } from "./ingest-types.ts";
import { resolveThreads } from "../threads/resolve-threads.ts";
import { pushedSince } from "../pending/pushed-changes.ts";
import type { Writer } from "../engine/writer.ts";
import type { Command } from "#/store/commands/command.ts";
import { queueUnclassified } from "../classification/queue-unclassified.ts";
import { setLocationFlags } from "#/store/locations/commands.ts";

export interface Batch {
  userId: UserId;
  accountId: AccountId;
  folderId: FolderId;
  /** 50 at most, to avoid delaying interactive commands. */
  messages: IncomingMessage[];
  /** True if the user waits for them: new messages, or the first page of a folder. */
  isUrgent?: boolean;
  /** Time of the request that returned their state; absent: after all pushed changes. */
  askedAt?: number;
}

interface Placed {
  take: IncomingMessage;
  messageId: MessageId;
  dateKey: number;
  isNew: boolean;
  isSnoozed: boolean;
}

/**
 * Stores messages found in a folder. Known messages only get their flags; a message that moved here from another folder of the
 * account is attached again, with its id. Messages that left the folder since the request are ignored. Returns results in the
 * given order. Fails with folder.not_found.
 */
export const ingestMessages: Command<Batch, IngestResult[]> = {
  durable: false,
  bulk: ({ isUrgent }) => !isUrgent,
  async run(writer, { userId, accountId, folderId, messages, askedAt = writer.now + 1 }) {
    await writer.lock(userId);
    const folder = await readFolder(writer, userId, accountId, folderId);
    const uids = messages.map(({ uid }) => uid);
    const here = await knownUids(writer, folder, uids);
    const pushed = await pushedSince(writer, folder, uids, askedAt);
    const fresh = messages
      .filter(({ uid }) => !here.has(uid) && !pushed.has(uid))
      .toSorted((a, b) => a.internalDate - b.internalDate || a.uid - b.uid);

    const placed = await place(writer, folder, fresh);
    await storeMessages(
      writer,
      folder,
      placed.filter(({ isNew }) => isNew),
    );
    await storeLocations(
      writer,
      folder,
      placed.map(({ take, ...one }) => ({ ...one, uid: take.uid, flags: take.flags })),
    );
    const silenced = await archiveMuted(writer, folder, placed);
    await notify(writer, folder, placed, silenced);
    // Only the flags of known messages can differ, and these flags are newer.
    const existing = messages.filter(({ uid }) => here.has(uid));
    if (existing.length > 0) {
      await setLocationFlags.run(writer, { folderId, items: existing, askedAt });
    }

    const byUid = new Map(placed.map((one) => [one.take.uid, one]));
    return messages.flatMap(({ uid }) => {
      const known = here.get(uid);
      if (known !== undefined) {
        return { messageId: known, isNew: false, ...(pushed.has(uid) ? { isDoubtful: true } : {}) };
      }
      const one = byUid.get(uid);
      if (one) return { messageId: one.messageId, isNew: one.isNew };
      if (pushed.has(uid)) return [];
      throw new Error("A message of the batch was not placed.");
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

/** Returns the row of each message, or a new id and key for it. */
async function place(
  writer: Writer,
  folder: FolderRow,
  fresh: IncomingMessage[],
): Promise<Placed[]> {
  const known = await findReattachable(writer, folder, fresh);
  const provided = await findByProviderId(
    writer,
    folder,
    fresh.map(({ providerId = "" }) => providerId),
  );
  const orphans = await findOrphans(writer, folder, fresh);
  const placed: Placed[] = fresh.map((take) => {
    const key = attachKey(take, writer.now);
    const provider = take.providerId ?? "";
    const found = provided.get(provider) ?? known.get(key) ?? orphans.get(take.uid);
    const one = {
      take,
      messageId: found?.id ?? newId<MessageId>(writer.now),
      dateKey: found?.dateKey ?? -1,
      isNew: !found,
      isSnoozed: found?.isSnoozed ?? false,
    };
    if (!found && key !== "") {
      known.set(key, { id: one.messageId, dateKey: -1, isSnoozed: false });
    }
    if (provider !== "") {
      const { messageId: id, dateKey, isSnoozed } = one;
      provided.set(provider, { id, dateKey, isSnoozed });
    }
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
    attached: plainText(take.message.attachedText ?? ""),
  }));
  for (const some of inChunks(bodies)) await db.insertInto("bodies").values(some).execute();
  await storeAttachments(
    writer,
    folder.user_id,
    added.map(({ take, messageId }) => ({ messageId, attachments: take.attachments })),
  );
  await storeCalendars(writer, folder.user_id, added);
  await countCorrespondents(
    writer,
    folder,
    added.map(({ take }) => take),
  );
  await writeWords(
    writer,
    added.map(({ take, dateKey }) => ({
      userId: folder.user_id,
      accountId: folder.account_id,
      dateKey,
      words: take.words,
    })),
  );
  await writeMarks(
    writer,
    folder.user_id,
    added.map(({ take, dateKey }) => ({ dateKey, marks: take.marks })),
  );
  await queueUnclassified(
    writer,
    rows.map(({ user_id, id, account_id, date_key }) => ({
      user_id,
      message_id: id,
      account_id,
      date_key,
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
    twin_key: take.duplicateKey,
    remote_images: message.remoteImages,
    signs_json: plainJson(message.signs),
    notice: plainText(message.notice),
    provider_id: plainText(take.providerId ?? ""),
    orphaned_at: 0,
    snoozed_until: 0,
    list_key: 0,
    is_muted: 0,
    category: "",
    category_chosen: 0,
    priority: "",
    priority_chosen: 0,
    summary: "",
    summary_version: 0,
    marks_version: marksVersion,
    read_version: readVersion,
  };
}

/** INTERNALDATE has a resolution of one second (RFC 9051, 2.3.3), and the mail server's clock may differ from ours. */
const clockDifferenceMs = 10 * 60_000;

/** Marks new messages of muted threads as read and archives them. Returns these messages. */
async function archiveMuted(
  writer: Writer,
  folder: FolderRow,
  placed: readonly Placed[],
): Promise<ReadonlySet<MessageId>> {
  const added = placed.filter(({ isNew }) => isNew).map(({ messageId }) => messageId);
  const muted = await inMutedThreads(writer, folder.user_id, added);
  const late = placed.filter(
    ({ take, messageId }) =>
      take.internalDate + clockDifferenceMs >= (muted.get(messageId) ?? Infinity),
  );
  const ids = late.map(({ messageId }) => messageId);
  if (folder.role !== "inbox" || ids.length === 0) return new Set();
  const change = { seen: true, target: { role: "archive" } } as const;
  await changeMessages(writer, folder.user_id, ids, change);
  return new Set(ids);
}

async function notify(
  writer: Writer,
  folder: FolderRow,
  placed: Placed[],
  silenced: ReadonlySet<MessageId>,
): Promise<void> {
  const added = placed.filter(
    ({ isNew, messageId, take }) => isNew && !silenced.has(messageId) && !isMarked(take.flags),
  );
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
  if (folder.role === "drafts") {
    await writer.change(
      folder.user_id,
      "draft.changed",
      placed.map(({ messageId }) => messageId),
    );
  }
  for (const { take, messageId } of added) {
    // Includes the time: a user who saw the message arrive is not notified, even if they look at another page when the job runs.
    const subject = `${messageId}/${writer.now}`;
    if (take.isLive) await writer.job("message-arrived", folder.user_id, subject);
  }
}
