import { auditLimits } from "@inlet/contract/auth/audit.ts";
import { aiLimits } from "@inlet/contract/ai/ai-limits.ts";
import { contactLimits } from "@inlet/contract/mail/contact-limits.ts";
import { limits } from "@inlet/contract/limits.ts";
import { apiClientLimits } from "@inlet/contract/auth/api-client-limits.ts";
import type { Clock } from "#/base/clock.ts";
import { allAccounts } from "#/store/accounts/queries.ts";
import { installedAt } from "#/store/backup/installed-version.ts";
import type { Blobs } from "#/store/blobs/blobs.ts";
import type { Database } from "#/store/engine/database.ts";
import type { Execute } from "#/store/commands/command-bus.ts";
import { namedFiles } from "#/store/users/user-files.ts";

/**
 * Time for which a message may be in no folder: a move shows as vanished in one folder and as new in the other a while later.
 */
const movedMs = 3600_000;
/** Sent links count toward the limit for this long. */
const linksCountedMs = 24 * 3600_000;
/** Longer than any limit counts failed sign-ins. */
const failureTtlMs = 24 * 3600_000;
const uploadTtlMs = 24 * 3600_000;
/** A client that uploads a file names it sooner. Nightly backups contain the files that their rows name. */
const namelessTtlMs = 7 * 24 * 3600_000;
/** A client that still writes a draft within this time learns that it was sent or discarded. */
const draftsKnownMs = 30 * 24 * 3600_000;

/**
 * Deletes rows and files that are no longer needed: messages that left every folder, old changes, files that were never sent.
 */
export async function cleanUp(context: {
  database: Database;
  execute: Execute;
  clock: Clock;
  blobs: Blobs;
}): Promise<void> {
  const { database, execute, clock, blobs } = context;
  const now = clock.now();
  // Only after a full sync: before that a message may be in a folder that was not read yet.
  for (const account of await allAccounts(database.reader)) {
    if (account.state !== "watching") continue;
    await execute("messages.sweep", {
      userId: account.user_id,
      accountId: account.id,
      olderThan: now - movedMs,
    });
  }
  await execute("signInsOnTheirWay.prune", {});
  await execute("failedSignIns.prune", { before: now - failureTtlMs });
  await execute("mailedLinks.prune", { before: now - linksCountedMs });
  await execute("changes.prune", { before: now - limits.changesRetentionMs });
  await execute("undo.sweep", {
    before: now - limits.undoRetentionMs,
    keysBefore: now - limits.changeKeysRetentionMs,
  });
  await execute("journal.prune", { before: now - aiLimits.journalRetentionMs });
  await execute("deliveries.prune", { before: now - limits.deliveriesRetentionMs });
  await execute("apiTokenCalls.prune", { before: now - apiClientLimits.callsRetentionMs });
  await execute("contacts.prune", { before: now - contactLimits.deletedRetentionMs });
  await execute("auditDetails.prune", { before: now - auditLimits.detailsRetentionMs });
  await execute("approvals.expire", {});
  await execute("uploads.clean", { before: now - uploadTtlMs });
  await blobs.dropUnfinished(now - uploadTtlMs);
  await execute("drafts.prune", { before: now - draftsKnownMs });
}

/**
 * Deletes files that no row names and that were not used for a week. It reads the attachments of all users, and ends soon after
 * the signal aborts.
 */
export async function removeNamelessFiles(
  { database, clock, blobs }: { database: Database; clock: Clock; blobs: Blobs },
  signal: AbortSignal,
): Promise<void> {
  const before = clock.now() - namelessTtlMs;
  // A database younger than that cannot judge older files: they may belong to a database that is about to be restored.
  if ((await installedAt(database)) > before) return;
  const named = (some: readonly string[]) => namedFiles(database.reader, some, signal);
  try {
    await blobs.removeNameless(before, named, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
