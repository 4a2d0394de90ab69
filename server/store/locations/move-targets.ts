import type { FolderRole } from "@inlet/contract/mail/email.ts";
import type { AccountId, FolderId, UserId } from "@inlet/contract/ids.ts";
import { foldersOf, getFolder } from "#/store/folders/queries.ts";
import { newId } from "#/store/engine/new-id.ts";
import type { FolderRow } from "#/store/engine/schema.ts";
import type { Writer } from "#/store/engine/writer.ts";

/** Destination of messages: the folder of a role in each account, or one folder. */
export type Target = { role: "inbox" | "archive" | "spam" | "trash" } | { folderId: FolderId };

/** Names that other clients use for folders with these roles, and find them by (RFC 6154 is rarely offered for CREATE). */
const names = { inbox: "INBOX", archive: "Archive", spam: "Junk", trash: "Trash" } as const;

/**
 * Returns a function that finds the target folder of each account. A missing folder is recorded, to be created on the server
 * before its first use.
 */
export function findTargets(
  writer: Writer,
  userId: UserId,
  target: Target,
): (accountId: AccountId) => Promise<FolderRow | undefined> {
  const found = new Map<AccountId, FolderRow | undefined>();
  return async (accountId) => {
    if (!found.has(accountId)) {
      found.set(accountId, await findTarget(writer, userId, accountId, target));
    }
    return found.get(accountId);
  };
}

async function findTarget(
  writer: Writer,
  userId: UserId,
  accountId: AccountId,
  target: Target,
): Promise<FolderRow | undefined> {
  if ("role" in target) return folderOfRole(writer, userId, accountId, target.role);
  const folder = await getFolder(writer.db, userId, target.folderId);
  if (folder === undefined || folder.account_id === accountId) return folder;
  // In another account, a message goes to the folder with the same role, if there is one.
  switch (folder.role) {
    case "inbox":
    case "archive":
    case "spam":
    case "trash":
      return folderOfRole(writer, userId, accountId, folder.role);
    case "sent":
    case "drafts":
    case "other":
      return undefined;
  }
}

async function folderOfRole(
  writer: Writer,
  userId: UserId,
  accountId: AccountId,
  role: "inbox" | "archive" | "spam" | "trash",
): Promise<FolderRow | undefined> {
  const folders = await foldersOf(writer.db, userId, accountId);
  const known =
    folders.find((folder) => folder.role === role) ??
    folders.find((folder) => folder.path.toLowerCase() === names[role].toLowerCase());
  // An account that was not listed yet has no folders.
  if (known || role === "inbox" || folders.length === 0) return known;
  return wantFolder(writer, userId, accountId, role);
}

async function wantFolder(
  writer: Writer,
  userId: UserId,
  accountId: AccountId,
  role: FolderRole & keyof typeof names,
): Promise<FolderRow> {
  const folder: FolderRow = {
    id: newId<FolderId>(writer.now),
    user_id: userId,
    account_id: accountId,
    path: names[role],
    name: names[role],
    role,
    uid_validity: 0,
    uid_next: 0,
    highest_modseq: "",
    server_count: 0,
    // The folder does not exist yet, so there is nothing to read.
    is_complete: 1,
    last_checked_at: 0,
    is_wanted: 1,
    mailbox_id: "",
    is_excluded: 0,
    is_unstable: 0,
    is_view: 0,
    outside_count: 0,
    unreadable_count: 0,
    size_bytes: 0,
  };
  await writer.db.insertInto("folders").values(folder).execute();
  await writer.change(userId, "folder.changed", [folder.id]);
  return folder;
}
