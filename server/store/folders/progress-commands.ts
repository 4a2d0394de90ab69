import type { FolderId, UserId } from "@inlet/contract/ids.ts";
import { bit } from "../engine/bit.ts";
import { folderById } from "./queries.ts";
import { again, type Command } from "#/store/commands/command.ts";
import { emptyFolder } from "./commands.ts";

export interface FolderProgress {
  folderId: FolderId;
  uidValidity?: number;
  uidNext?: number;
  highestModseq?: string;
  /** Changes after it are unknown again. */
  maxModseq?: string;
  serverCount?: number;
  isComplete?: boolean;
  lastCheckedAt?: number;
  mailboxId?: string;
  outsideCount?: number;
  unreadableCount?: number;
  sizeBytes?: number;
}

/** Records the sync state of a folder. Open tabs are notified only if the visible counts change. */
export const saveFolderProgress: Command<FolderProgress, void> = {
  durable: false,
  async run(writer, progress) {
    const { db } = writer;
    const row = await folderById(db, progress.folderId);
    if (!row) return;
    const next = {
      uid_validity: progress.uidValidity ?? row.uid_validity,
      uid_next: progress.uidNext ?? row.uid_next,
      highest_modseq: earlierModseq(
        progress.highestModseq ?? row.highest_modseq,
        progress.maxModseq ?? "",
      ),
      server_count: progress.serverCount ?? row.server_count,
      is_complete: progress.isComplete === undefined ? row.is_complete : bit(progress.isComplete),
      last_checked_at: progress.lastCheckedAt ?? row.last_checked_at,
      mailbox_id: progress.mailboxId ?? row.mailbox_id,
      outside_count: progress.outsideCount ?? row.outside_count,
      unreadable_count: progress.unreadableCount ?? row.unreadable_count,
      size_bytes: progress.sizeBytes ?? row.size_bytes,
    };
    await db.updateTable("folders").set(next).where("id", "=", row.id).execute();
    const isSeen =
      next.server_count !== row.server_count ||
      next.is_complete !== row.is_complete ||
      next.unreadable_count !== row.unreadable_count;
    if (isSeen) await writer.change(row.user_id, "folder.changed", [row.id]);
  },
};

export interface EmptyFolder {
  folderId: FolderId;
  uidValidity: number;
  uidNext: number;
  highestModseq: string;
}

/** Records that folders which were never read are empty: many in one transaction, and without opening them on the server. */
export const saveEmptyFolders: Command<{ folders: EmptyFolder[] }, void> = {
  durable: false,
  async run(writer, { folders }) {
    const saved: { id: FolderId; user_id: UserId }[] = [];
    for (const { folderId, uidValidity, uidNext, highestModseq } of folders) {
      const row = await writer.db
        .updateTable("folders")
        .set({
          uid_validity: uidValidity,
          uid_next: uidNext,
          highest_modseq: highestModseq,
          server_count: 0,
          is_complete: 1,
          last_checked_at: writer.now,
        })
        .where("id", "=", folderId)
        .where("uid_validity", "=", 0)
        .returning(["id", "user_id"])
        .executeTakeFirst();
      if (row !== undefined) saved.push(row);
    }
    for (const [userId, rows] of Map.groupBy(saved, (row) => row.user_id)) {
      const ids = rows.map(({ id }) => id);
      await writer.change(userId, "folder.changed", ids);
    }
  },
};

function earlierModseq(modseq: string, limit: string): string {
  // Returns the earlier MODSEQ. Either is "" for a server without CONDSTORE and for a folder that is read completely.
  if (modseq === "" || limit === "") return modseq;
  return BigInt(limit) < BigInt(modseq) ? limit : modseq;
}

/**
 * Handles a new UIDVALIDITY (RFC 3501, 2.3.1.1): no location is valid any more, and no operation queued for one may run until its
 * message was found again by its content. The messages stay for a while for that purpose.
 */
export const newEpoch: Command<
  { folderId: FolderId; uidValidity: number; isUnstable?: boolean },
  void
> = {
  durable: true,
  async run(writer, { folderId, uidValidity, isUnstable = false }) {
    const { db } = writer;
    const row = await folderById(db, folderId);
    if (!row) return;
    await writer.lock(row.user_id);
    if (!(await emptyFolder(writer, row, { numberedOnly: true }))) return again;
    await db
      .updateTable("pending_operations")
      .set({ uid: 0 })
      .where("user_id", "=", row.user_id)
      .where("folder_id", "=", folderId)
      .where("uid", ">", 0)
      .execute();
    // The marks of deletion are read again along with the messages.
    await db
      .deleteFrom("pending_operations")
      .where("user_id", "=", row.user_id)
      .where("folder_id", "=", folderId)
      .where("kind", "=", "left")
      .execute();
    await db
      .updateTable("folders")
      .set({
        uid_validity: uidValidity,
        uid_next: 0,
        highest_modseq: "",
        is_complete: 0,
        ...(isUnstable ? { is_unstable: 1 } : {}),
      })
      .where("id", "=", folderId)
      .execute();
    await writer.change(row.user_id, "folder.changed", [folderId]);
  },
};

/** Sets whether a folder is synced. Returns false if it does not exist, and for the inbox, which is always synced. */
export const excludeFolder: Command<
  { userId: UserId; folderId: FolderId; isExcluded: boolean },
  boolean
> = {
  durable: true,
  async run(writer, { userId, folderId, isExcluded }) {
    const row = await folderById(writer.db, folderId);
    if (!row || row.user_id !== userId || row.role === "inbox") return false;
    await writer.lock(userId);
    await writer.db
      .updateTable("folders")
      .set({ is_excluded: bit(isExcluded), uid_next: 0, is_complete: 0, last_checked_at: 0 })
      .where("user_id", "=", userId)
      .where("id", "=", folderId)
      .execute();
    if (isExcluded && !(await emptyFolder(writer, row))) return again;
    await writer.change(userId, "folder.changed", [folderId]);
    await writer.job("watch-account", userId, row.account_id);
    return true;
  },
};
