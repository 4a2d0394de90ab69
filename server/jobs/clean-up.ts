import { auditLimits } from "@inlet/contract/audit.ts";
import { aiLimits } from "@inlet/contract/ai-limits.ts";
import { contactLimits } from "@inlet/contract/contact-limits.ts";
import { limits } from "@inlet/contract/limits.ts";
import { programLimits } from "@inlet/contract/program-limits.ts";
import type { Clock } from "#/base/clock.ts";
import { allAccounts } from "#/store/accounts.ts";
import { installedAt } from "#/store/backup/installed-at.ts";
import type { Blobs } from "#/store/blobs.ts";
import type { Database } from "#/store/database.ts";
import type { Door } from "#/store/door.ts";
import { namedFiles } from "#/store/user-files.ts";

/**
 * Time for which a message may be in no folder: a move shows as vanished in one folder and as new in the other a while later.
 */
const movedMs = 3600_000;
/** Sent links count toward the limit for this long. */
const linksCountedMs = 24 * 3600_000;
/** Longer than any limit counts failed sign-ins. */
const failuresKeptMs = 24 * 3600_000;
const uploadsKeptMs = 24 * 3600_000;
/** A client that uploads a file names it sooner. Nightly backups contain the files that their rows name. */
const namelessKeptMs = 7 * 24 * 3600_000;
/** A client that still writes a draft within this time learns that it was sent or discarded. */
const draftsKnownMs = 30 * 24 * 3600_000;

/**
 * Deletes rows and files that are no longer needed: messages that left every folder, old changes, files that were never sent.
 */
export async function cleanUp(context: {
  database: Database;
  door: Door;
  clock: Clock;
  blobs: Blobs;
}): Promise<void> {
  const { database, door, clock, blobs } = context;
  const now = clock.now();
  // Only after a full sync: before that a message may be in a folder that was not read yet.
  for (const account of await allAccounts(database.reader)) {
    if (account.state !== "watching") continue;
    await door("messages.sweep", {
      userId: account.user_id,
      accountId: account.id,
      olderThan: now - movedMs,
    });
  }
  await door("signInsOnTheirWay.prune", {});
  await door("failedSignIns.prune", { before: now - failuresKeptMs });
  await door("mailedLinks.prune", { before: now - linksCountedMs });
  await door("changes.prune", { before: now - limits.changesKeptMs });
  await door("undo.sweep", {
    before: now - limits.undoKeptMs,
    keysBefore: now - limits.changeKeysKeptMs,
  });
  await door("journal.prune", { before: now - aiLimits.journalKeptMs });
  await door("deliveries.prune", { before: now - limits.deliveriesKeptMs });
  await door("apiTokenCalls.prune", { before: now - programLimits.callsKeptMs });
  await door("contacts.prune", { before: now - contactLimits.deletedKeptMs });
  await door("auditDetails.prune", { before: now - auditLimits.detailsKeptMs });
  await door("approvals.expire", {});
  await door("uploads.clean", { before: now - uploadsKeptMs });
  await blobs.dropUnfinished(now - uploadsKeptMs);
  await door("drafts.prune", { before: now - draftsKnownMs });
}

/**
 * Deletes files that no row names and that were not used for a week. It reads the attachments of all users, and ends soon after
 * the signal aborts.
 */
export async function removeNamelessFiles(
  { database, clock, blobs }: { database: Database; clock: Clock; blobs: Blobs },
  signal: AbortSignal,
): Promise<void> {
  const before = clock.now() - namelessKeptMs;
  // A database younger than that cannot judge older files: they may belong to a database that is about to be restored.
  if ((await installedAt(database)) > before) return;
  const named = (some: readonly string[]) => namedFiles(database.reader, some, signal);
  try {
    await blobs.removeNameless(before, named, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
