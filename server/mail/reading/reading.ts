import type {
  Attachment,
  Email,
  EmailRow,
  FolderName,
  FolderRole,
  listEmails,
  listFolders,
} from "@inlet/contract/mail/email.ts";
import { type AccountId, FolderId, type MessageId, type UserId } from "@inlet/contract/ids.ts";
import type { z } from "zod";
import { Failure } from "#/base/failure.ts";
import { getAccount } from "#/store/accounts/queries.ts";
import { attachmentsOf } from "#/store/messages/attachment-queries.ts";
import { getBody } from "#/store/messages/body-queries.ts";
import { folderCounts, foldersOf, getFolder, unreadCounts } from "#/store/folders/queries.ts";
import { ownAddressesOf } from "#/store/accounts/identity-queries.ts";
import { hasCalendar } from "#/store/calendar/queries.ts";
import type { ListedMessage } from "#/store/messages/listed-messages.ts";
import { locationsOf } from "#/store/locations/queries.ts";
import {
  getMessage,
  pageOfFolder,
  pageOfLabel,
  pageOfRole,
  pageOfStarred,
} from "#/store/messages/queries.ts";
import { readyAnswers } from "#/store/follow-ups/prepared-answer-queries.ts";
import type { AttachmentRow, LocationRole, MessageRow } from "#/store/engine/schema.ts";
import { isTrusted } from "#/store/users/trusted-sender-queries.ts";
import { remoteImagesOf } from "#/wire/mime/html/remote-images.ts";
import { trackersOf } from "#/wire/mime/html/trackers.ts";
import { requireAccount } from "#/mail/accounts/accounts.ts";
import { attachmentName } from "./attachment-name.ts";
import type { MailContext } from "#/mail/context.ts";
import { addressesOf, presentRow, shownRole, writtenAddress } from "./present-row.ts";
import { followUpFilter } from "./follow-up-filter.ts";
import { senderWarnings } from "./sender-warnings.ts";
import { wantsReceipt } from "#/mail/sending/receipt-request.ts";
import { signsOf, wayToUnsubscribe } from "./header-signs.ts";

type ListQuery = z.output<typeof listEmails.input>;
type ListAnswer = z.output<typeof listEmails.output>;
const noneUnread: Record<FolderRole, number> = {
  inbox: 0,
  sent: 0,
  drafts: 0,
  archive: 0,
  spam: 0,
  trash: 0,
  other: 0,
};

type FolderAnswer = z.output<typeof listFolders.output>;

/** A message for the reader, before the caller that can sign adds the URL of each attachment. */
export type EmailWithoutUrls = Omit<Email, "attachments"> & {
  attachments: Omit<Attachment, "url">[];
};

/** Returns one page in the requested order. Throws account.not_found, folder.not_found, list.bad_cursor. */
export async function listMail(
  mail: MailContext,
  userId: UserId,
  query: ListQuery,
): Promise<ListAnswer> {
  if (query.accountId !== undefined) await requireAccount(mail, userId, query.accountId);
  const rows = await readPage(mail, userId, query);
  const emails = rows.slice(0, query.limit);
  const hasMore = rows.length > query.limit;
  const last = emails.at(-1);
  return {
    emails: await presentRows(mail, userId, emails),
    hasMore,
    nextCursor: hasMore && last !== undefined ? writeCursor(last.date_key) : null,
  };
}

/** Returns messages in the form for lists. */
async function presentRows(
  mail: MailContext,
  userId: UserId,
  rows: readonly ListedMessage[],
): Promise<EmailRow[]> {
  const ready = await answersAmong(mail, userId, rows);
  return rows.map((row) => ({
    ...presentRow(row),
    ...(ready.has(row.id) && { isAnswerReady: true }),
  }));
}

/** Returns those with a prepared reply. Most users have none. */
export async function answersAmong(
  { database: { reader } }: MailContext,
  userId: UserId,
  rows: readonly ListedMessage[],
): Promise<Set<MessageId>> {
  const prepared = rows.filter((row) => row.has_prepared_answer);
  return readyAnswers(
    reader,
    userId,
    prepared.map(({ id }) => id),
  );
}

/** Returns the folders of one account or of all, with their counts. Throws account.not_found. */
export async function listMailFolders(
  mail: MailContext,
  userId: UserId,
  accountId?: AccountId,
): Promise<FolderAnswer> {
  const { reader } = mail.database;
  if (accountId !== undefined) await requireAccount(mail, userId, accountId);
  const rows = await foldersOf(reader, userId, accountId);
  const counts = new Map(
    (await folderCounts(reader, userId)).map((count) => [count.folderId, count]),
  );
  const folders = rows.map((row) => ({
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    path: row.path,
    role: row.role,
    unread: counts.get(row.id)?.unread ?? 0,
    here: counts.get(row.id)?.here ?? 0,
    server: row.server_count < 0 ? null : row.server_count - (counts.get(row.id)?.marked ?? 0),
  }));
  return { folders, unread: { ...noneUnread, ...(await unreadCounts(reader, userId)) } };
}

/** Returns one message with its body, as received. Throws message.not_found. */
export async function readMail(
  mail: MailContext,
  userId: UserId,
  messageId: MessageId,
): Promise<EmailWithoutUrls> {
  const { reader } = mail.database;
  const row = await requireMessage(mail, userId, messageId);
  const body = await getBody(reader, userId, messageId);
  const attachments = await attachmentsOf(reader, userId, messageId);
  const locations = await locationsOf(reader, userId, messageId);
  // The message left every folder of its server. It will be found in another folder, or deleted.
  if (locations.length === 0) throw new Failure("message.not_found");
  const account = await getAccount(reader, userId, row.account_id);
  const signs = signsOf(row);
  const warnings = senderWarnings(
    { from: addressesOf(row.from_json), to: addressesOf(row.to_json), signs },
    account?.imap_host ?? "",
  );
  const folder = shownRole(locations[0]?.role ?? "other");
  // A forger would choose a sender that the user trusts.
  const mayBeTrusted = folder !== "spam" && warnings.length === 0;
  const html = body?.html ?? "";
  // Counting trackers is expensive, and most messages have no image.
  const images = row.remote_images > 0 ? countImages(html) : { remoteImages: 0, trackers: 0 };
  return {
    ...presentRow(row),
    body: html,
    bodyPlain: body?.text ?? "",
    cc: addressesOf(row.cc_json).map(writtenAddress),
    bcc: addressesOf(row.bcc_json).map(writtenAddress),
    replyTo: await replyRecipients(mail, userId, row),
    messageId: row.message_id_header,
    ...(signs.sentAt !== undefined && { sentAt: new Date(signs.sentAt).toISOString() }),
    folder,
    isOwn: row.is_own === 1,
    ...images,
    imagesTrusted: mayBeTrusted && (await isFromTrusted(mail, row)),
    attachments: attachments.map(presentAttachment),
    wantsReceipt: await wantsReceipt(mail, row),
    warnings,
    ...(await eventFlagOf(mail, row)),
    unsubscribe: wayToUnsubscribe(signs),
    notice: row.notice === "" ? null : row.notice,
  };
}

/** Returns the addresses of the remote images in the message's HTML, without trackers. Throws message.not_found. */
export async function listRemoteImages(
  mail: MailContext,
  userId: UserId,
  messageId: MessageId,
): Promise<string[]> {
  await requireMessage(mail, userId, messageId);
  const body = await getBody(mail.database.reader, userId, messageId);
  const html = body?.html ?? "";
  const sources = remoteImagesOf(html);
  const trackers = trackersOf(html, sources);
  return sources.filter((source) => !trackers.has(source));
}

function countImages(html: string): Pick<Email, "remoteImages" | "trackers"> {
  const sources = remoteImagesOf(html);
  const { size } = trackersOf(html, sources);
  return { remoteImages: sources.length - size, trackers: size };
}

async function eventFlagOf(mail: MailContext, row: MessageRow): Promise<{ hasInvitation?: true }> {
  const hasEvent = await hasCalendar(mail.database.reader, row.user_id, row.id);
  return hasEvent ? { hasInvitation: true } : {};
}

/** With several senders, none is certain to be the author. */
async function isFromTrusted(mail: MailContext, row: MessageRow): Promise<boolean> {
  const [from, ...others] = addressesOf(row.from_json);
  if (from === undefined || others.length > 0) return false;
  return isTrusted(mail.database.reader, row.user_id, [from.address.toLowerCase()]);
}

/** Throws message.not_found if the message is not this user's. */
export async function requireMessage(
  mail: MailContext,
  userId: UserId,
  messageId: MessageId,
): Promise<MessageRow> {
  const row = await getMessage(mail.database.reader, userId, messageId);
  if (row === undefined) throw new Failure("message.not_found");
  return row;
}

/**
 * Returns one message more than requested, which shows whether there are more; with `eachThreadOnce` only the newest of each
 * conversation. Throws folder.not_found, list.bad_cursor.
 */
export async function readPage(
  mail: MailContext,
  userId: UserId,
  query: ListQuery,
  { eachThreadOnce = false } = {},
): Promise<ListedMessage[]> {
  const { reader } = mail.database;
  const { accountId, label, isStarred, isUnread, hasAttachments } = query;
  const { category, priority, isImportant, from, turn } = query;
  const page = {
    userId,
    isStarred,
    isUnread,
    hasAttachments,
    category,
    priority,
    isImportant,
    from,
    turn,
    ...(await followUpFilter(mail, userId, query.followUp)),
    isOldestFirst: query.sort === "oldest",
    limit: query.limit + 1,
    eachThreadOnce,
    ...(label === undefined || label === "" ? {} : { label }),
    ...(query.cursor === undefined || query.cursor === ""
      ? {}
      : { before: readCursor(query.cursor) }),
  };
  const name = placeOf(query);
  if (query.folder === undefined && label) {
    return pageOfLabel(reader, { ...page, label, accountId });
  }
  if (name === "starred") return pageOfStarred(reader, { ...page, accountId });
  const role = roleOf(name);
  if (role === undefined) {
    const folder = await getFolder(reader, userId, FolderId.parse(name));
    const isOther = accountId !== undefined && folder?.account_id !== accountId;
    if (folder === undefined || isOther) throw new Failure("folder.not_found");
    return pageOfFolder(reader, { ...page, folderId: folder.id });
  }
  return pageOfRole(reader, { ...page, role, accountId });
}

/** A map, not an object: a folder's id may be the name of a property that every object has. */
const rolesOfNames: ReadonlyMap<string, LocationRole> = new Map(
  Object.entries({
    recieved: "inbox",
    inbox: "inbox",
    sent: "sent",
    drafts: "drafts",
    archive: "archive",
    spam: "spam",
    trash: "trash",
    snoozed: "snoozed",
  } satisfies Partial<Record<z.infer<typeof FolderName>, LocationRole>>),
);

/** Returns the list to read: messages that await a reply are in Sent. */
function placeOf(query: Pick<ListQuery, "folder" | "turn" | "followUp">): string {
  const { folder = "recieved" } = query;
  const isInbox = folder === "recieved" || folder === "inbox";
  return isInbox && isOfSent(query) ? "sent" : folder;
}

/** Reports whether a list shows mail that the user awaits an answer to, which is in Sent. */
export function isOfSent({ turn, followUp }: Pick<ListQuery, "turn" | "followUp">): boolean {
  return turn === "waiting" || followUp === "they-owe";
}

/** Returns the role of a list by its name. */
export function roleOf(folder: string): LocationRole | undefined {
  return rolesOfNames.get(folder);
}

/** The largest prime that fits into two digits in base 36. */
const largestPrime = 1291;

/** Returns the location after a message, from which the next page is read, with two check digits at the end. */
export function writeCursor(dateKey: number): string {
  const check = dateKey % largestPrime;
  return `${dateKey.toString(36)}${check.toString(36).padStart(2, "0")}`;
}

/** Parses a cursor. Throws list.bad_cursor: a damaged cursor must not look like the end of the mailbox. */
export function readCursor(cursor: string): number {
  const key = Number.parseInt(cursor.slice(0, -2), 36);
  const isWhole = Number.isSafeInteger(key) && key >= 0 && writeCursor(key) === cursor;
  if (!isWhole) throw new Failure("list.bad_cursor");
  return key;
}

/** Returns Reply-To, else From. A reply to the user's own message goes to its recipients. */
async function replyRecipients(
  mail: MailContext,
  userId: UserId,
  row: MessageRow,
): Promise<string[]> {
  if (row.is_own === 1) {
    const own = await ownAddressesOf(mail.database.reader, userId);
    const to = addressesOf(row.to_json);
    const others = to.filter(({ address }) => !own.has(address.toLowerCase()));
    return (others.length > 0 ? others : to).map(writtenAddress);
  }
  const replyTo = addressesOf(row.reply_to_json);
  return (replyTo.length > 0 ? replyTo : addressesOf(row.from_json)).map(writtenAddress);
}

function presentAttachment(row: AttachmentRow): Omit<Attachment, "url"> {
  return {
    id: row.id,
    filename: attachmentName(row),
    type: row.type,
    size: row.size_bytes,
    inline: row.is_inline === 1,
    cid: row.content_id === "" ? null : row.content_id,
  };
}
