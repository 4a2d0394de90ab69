import { type Draft, DraftContent } from "@inlet/contract/mail/drafts.ts";
import type { AccountId, DraftId, UserId } from "@inlet/contract/ids.ts";
import { Failure } from "#/base/failure.ts";
import { RetryAfter } from "#/base/retry-after.ts";
import type { DraftCopy } from "#/store/drafts/commands.ts";
import { getAccount } from "#/store/accounts/queries.ts";
import { getDraft } from "#/store/drafts/queries.ts";
import { foldersOf } from "#/store/folders/queries.ts";
import type { AccountRow, FolderRow } from "#/store/engine/schema.ts";
import type { DraftLeftover, DraftRow } from "#/store/drafts/schema.ts";
import { getUploads } from "#/store/blobs/upload-queries.ts";
import { isAddress, readAddresses } from "#/wire/mime/addresses.ts";
import type { ImapConnection } from "#/wire/imap/connection.ts";
import { removeMessages } from "#/wire/imap/move.ts";
import { WireError } from "#/wire/imap/wire-error.ts";
import { composeMail, Threading, type Writing } from "#/mail/sending/compose-message.ts";
import { newMessageId } from "./drafts.ts";
import { findCopies, hashOf } from "#/mail/push/find-copies.ts";
import { senderOf } from "#/mail/sending/identities.ts";
import type { DeliverContext } from "#/mail/sending/deliver-context.ts";

/** Delay after a mail server could not be reached. */
const waitMs = 60_000;
/** Delay while the first sync lists the folders. */
const listingMs = 5000;

/**
 * Updates a draft's copy in the account's Drafts folder: there is at most one, and no other message is touched. Changes by
 * another mail client are never lost. Throws RetryAfter while this cannot be done.
 */
export async function draftToServer(
  mail: DeliverContext,
  { userId, draftId }: { userId: UserId; draftId: DraftId },
): Promise<void> {
  const draft = await getDraft(mail.database.reader, userId, draftId);
  if (draft === undefined) return;
  const isOffScreen = draft.copy_uid > 0 && draft.copy_account_id !== draft.account_id;
  if (draft.state !== "open" || isOffScreen) await takeAway(mail, draft);
  if (draft.state === "open") await bringUp(mail, draft);
}

/** Removes the copy of a draft that is finished or was moved to another account. */
async function takeAway(mail: DeliverContext, draft: DraftRow): Promise<void> {
  const { copy_account_id: copyAccount, account_id: ownAccount } = draft;
  const account = await accountOf(
    mail,
    draft.user_id,
    copyAccount === "" ? ownAccount : copyAccount,
  );
  if (account !== undefined) {
    await inDrafts(mail, account, async (connection, folder) => {
      if (folder === undefined) return;
      const { ours } = await findCopies(mail, connection, { draft, folder, isOver: true });
      await erase(connection, ours);
    });
    mail.lookAround(account.id);
  }
  await note(mail, draft, { kind: "none" });
}

async function bringUp(mail: DeliverContext, first: DraftRow): Promise<void> {
  const { user_id: userId, id } = first;
  const account = await accountOf(mail, userId, first.account_id);
  if (account === undefined) return;
  // Files are fetched before the connection is requested, because other tasks wait for it.
  const early =
    first.revision === first.put_revision
      ? undefined
      : await compose(mail, first, first.message_id_header);
  await inDrafts(mail, account, async (connection, known) => {
    // Read again: this may be a second run, after the connection broke.
    const draft = await getDraft(mail.database.reader, userId, id);
    if (draft?.state !== "open" || draft.revision !== first.revision) throw new RetryAfter(0);
    const folder = known ?? { id: "" as const, path: await connection.createFolder("Drafts") };
    const found = await findCopies(mail, connection, { draft, folder });
    const { ours, hasForeign, isCopyThere } = found;
    const isNews = draft.revision !== draft.put_revision;
    const isTakenAway = draft.copy_uid > 0 && found.isSameEpoch && !isCopyThere;
    if ((hasForeign || isTakenAway) && !isNews)
      return releaseDraft(mail, connection, { draft, ours });
    if (!isNews && isCopyThere) return eraseOthers(connection, ours, draft.copy_uid);
    // Both sides changed the draft: each version is kept as a separate draft.
    const messageId = hasForeign
      ? newMessageId(mail, account.account_mail)
      : draft.message_id_header;
    const raw =
      early !== undefined && messageId === first.message_id_header
        ? early
        : await compose(mail, draft, messageId);
    await put(mail, connection, { draft, account, folder, ours, raw, messageId });
  });
  mail.lookAround(account.id);
}

/** Stops tracking the copy: another client changed the draft, and nothing was written here since. */
async function releaseDraft(
  mail: DeliverContext,
  connection: ImapConnection,
  { draft, ours }: { draft: DraftRow; ours: DraftLeftover[] },
): Promise<void> {
  const copy = { kind: "elsewhere", revision: draft.revision } as const;
  // Recorded first: if the draft was written in between, both versions are kept.
  if (!(await note(mail, draft, copy))) throw new RetryAfter(0);
  await erase(connection, ours);
  await note(mail, draft, { kind: "none" });
}

interface Putting {
  draft: DraftRow;
  account: AccountRow;
  folder: Pick<FolderRow, "path"> & { id: FolderRow["id"] | "" };
  ours: DraftLeftover[];
  raw: Buffer;
  messageId: string;
}

/** Appends the new copy, then deletes the old one, so there is always one. */
async function put(
  mail: DeliverContext,
  connection: ImapConnection,
  { draft, account, folder, ours, raw, messageId }: Putting,
): Promise<void> {
  const hash = hashOf(raw);
  // The draft was sent or discarded in between: another run then removes the copy.
  const putting = { kind: "putting", hash, messageId, leftovers: ours } as const;
  if (!(await note(mail, draft, putting))) throw new RetryAfter(0);
  const selected = await connection.select(folder.path, { readOnly: false });
  const done = await connection.append(folder.path, raw, {
    flags: ["\\Draft", "\\Seen"],
    internalDate: mail.clock.now(),
  });
  const uid = done.uid ?? (await newestOf(connection, folder.path, messageId));
  if (uid === undefined) throw new RetryAfter(waitMs);
  await note(mail, draft, {
    kind: "put",
    revision: draft.revision,
    accountId: account.id,
    folderId: folder.id,
    uid,
    uidValidity: selected.uidValidity,
    messageId,
    hash,
  });
  await connection.select(folder.path, { readOnly: false });
  await eraseOthers(connection, ours, uid);
}

async function eraseOthers(
  connection: ImapConnection,
  ours: readonly DraftLeftover[],
  uid: number,
): Promise<void> {
  await erase(
    connection,
    ours.filter((one) => one.uid !== uid),
  );
}

async function erase(connection: ImapConnection, copies: readonly DraftLeftover[]): Promise<void> {
  const uids = copies.map(({ uid }) => uid);
  if (uids.length > 0) await removeMessages(connection, uids);
}

async function newestOf(
  connection: ImapConnection,
  path: string,
  messageId: string,
): Promise<number | undefined> {
  return (await connection.findByMessageId(path, messageId)).at(-1);
}

/** Composes the draft as a message that any mail client can edit, with its quoted and forwarded parts. */
async function compose(mail: DeliverContext, draft: DraftRow, messageId: string): Promise<Buffer> {
  const { user_id: userId } = draft;
  const content = DraftContent.parse(JSON.parse(draft.content_json));
  const ids = content.attachments.map((file) => file.id);
  const complete = await getUploads(mail.database.reader, userId, ids);
  const writing: Writing = {
    ...content,
    from: await identityOf(mail, draft, content),
    to: peopleOf(content.to),
    cc: peopleOf(content.cc),
    bcc: peopleOf(content.bcc),
    // Other files are still uploading; the last one triggers another save.
    attachments: content.attachments.filter(({ id }) => complete.some((row) => row.id === id)),
    threading:
      draft.threading_json === "" ? null : Threading.parse(JSON.parse(draft.threading_json)),
    messageId,
    date: draft.updated_at,
  };
  try {
    return (await composeMail(mail, userId, writing, { isDraft: true })).raw;
  } catch (cause) {
    if (!(cause instanceof Failure)) throw cause;
    if (cause.code === "message.source_unavailable") throw new RetryAfter(waitMs, { cause });
    if (cause.code !== "message.not_found" && cause.code !== "attachment.not_found") throw cause;
    // The answered message is gone. The user's text is not, so it is saved alone.
    const alone = { inReplyTo: null, forwardOf: null, forwardedAttachments: [] };
    return (await composeMail(mail, userId, { ...writing, ...alone }, { isDraft: true })).raw;
  }
}

async function identityOf(
  mail: DeliverContext,
  { user_id: userId, account_id: accountId }: DraftRow,
  { identityId, inReplyTo: answeredId }: Pick<Draft, "identityId" | "inReplyTo">,
) {
  try {
    return await senderOf(mail, userId, { accountId, identityId, answeredId });
  } catch {
    // The chosen identity was deleted since.
    return senderOf(mail, userId, { accountId, answeredId });
  }
}

/** Returns the complete addresses of a field that may be half written. */
function peopleOf(field: string) {
  return readAddresses(field).filter(({ address }) => isAddress(address));
}

async function accountOf(
  mail: DeliverContext,
  userId: UserId,
  id: AccountId,
): Promise<AccountRow | undefined> {
  return getAccount(mail.database.reader, userId, id);
}

async function note(
  mail: DeliverContext,
  { user_id: userId, id }: DraftRow,
  copy: DraftCopy,
): Promise<boolean> {
  return mail.execute("draft.noteCopy", { userId, id, copy });
}

/**
 * Runs work on a connection with the Drafts folder, undefined if the account has none. Before the first sync has listed the
 * folders, it throws RetryAfter: the server may have a Drafts folder by any name.
 */
async function inDrafts(
  mail: DeliverContext,
  account: AccountRow,
  work: (connection: ImapConnection, folder: FolderRow | undefined) => Promise<void>,
): Promise<void> {
  const folders = await foldersOf(mail.database.reader, account.user_id, account.id);
  if (folders.length === 0) throw new RetryAfter(listingMs);
  const drafts = folders.find((folder) => folder.role === "drafts");
  try {
    await mail.lend(account.id, (connection) => work(connection, drafts));
  } catch (cause) {
    if (cause instanceof WireError) throw new RetryAfter(waitMs, { cause });
    throw cause;
  }
}
