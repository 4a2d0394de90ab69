import type { AccountHealth, FolderProof } from "@inlet/contract/mail/account-health.ts";
import { SyncMonths } from "@inlet/contract/mail/account-health.ts";
import type { AccountId, UserId } from "@inlet/contract/ids.ts";
import { accountSyncOf } from "#/store/accounts/sync-queries.ts";
import { countInFolders } from "#/store/folders/message-counts.ts";
import { countPending } from "#/store/pending/count-pending.ts";
import { foldersOf } from "#/store/folders/queries.ts";
import type { FolderRow } from "#/store/engine/schema.ts";
import { providerLimits } from "#/wire/imap/provider-limits.ts";
import { isUnreadable, presentError, requireAccount } from "./accounts.ts";
import type { MailContext } from "#/mail/context.ts";
import type { LiveState } from "#/mail/sync/account-runner.ts";

/** Returns the health of an account, folder by folder; `live` is the engine's view of it. Throws account.not_found. */
export async function readHealth(
  mail: MailContext,
  userId: UserId,
  accountId: AccountId,
  live: LiveState | undefined,
): Promise<AccountHealth> {
  const { reader } = mail.database;
  const row = await requireAccount(mail, userId, accountId);
  const folders = (await foldersOf(reader, userId, accountId)).filter((one) => one.is_wanted === 0);
  const counts = await countInFolders(reader, userId, accountId);
  const counted = folders.map((folder) => ({ folder, here: counts.get(folder.id) ?? 0 }));
  const depth = await accountSyncOf(reader, userId, accountId);
  const limits = providerLimits(row.imap_host);
  const paused = live?.pausedUntil ?? 0;
  return {
    id: row.id,
    state: row.state,
    error: presentError(row, counted),
    lastSyncAt: isoOrNull(row.last_sync_at),
    pausedUntil: isoOrNull(paused),
    connections: { open: live?.openConnections ?? 0, limit: limits.connections },
    traffic: { bytesToday: live?.bytesToday ?? 0, limitBytes: limits.bytesPerDay },
    waitingChanges: await countPending(reader, userId, accountId),
    syncMonths: SyncMonths.parse(depth.sync_months),
    mailBytes: folders.reduce((sum, folder) => sum + folder.size_bytes, 0),
    quota: live?.quota ?? null,
    folders: counted.map(({ folder, here }) => proofOf(folder, here, live)),
  };
}

function proofOf(folder: FolderRow, here: number, live: LiveState | undefined): FolderProof {
  return {
    id: folder.id,
    name: folder.name,
    role: folder.role,
    here,
    server: folder.server_count < 0 ? null : folder.server_count,
    lastComparedAt: isoOrNull(folder.last_checked_at),
    state: stateOf(folder, here, live),
    excluded: folder.is_excluded === 1,
  };
}

function stateOf(
  folder: FolderRow,
  here: number,
  live: LiveState | undefined,
): FolderProof["state"] {
  if (folder.server_count < 0) return "unknown";
  if (live?.comparing === folder.id) return "repairing";
  if (folder.is_complete === 1 && here === folder.server_count) return "equal";
  return isUnreadable(folder, here) ? "unreadable" : "behind";
}

function isoOrNull(time: number): string | null {
  return time === 0 ? null : new Date(time).toISOString();
}
