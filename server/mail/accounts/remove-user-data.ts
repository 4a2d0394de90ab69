import type { UserId } from "@inlet/contract/ids.ts";
import { accountsOf } from "#/store/accounts/queries.ts";
import { leftBehind } from "#/store/users/deleted-user-rows.ts";
import { filesOf, namedFiles } from "#/store/users/user-files.ts";
import { removeMailAccount } from "./remove-account.ts";
import type { SignInContext } from "./oauth-sign-in.ts";

/** A hash that no file has. */
const noFile = "0".repeat(64);
/** Time after which no work of a deleted user can still run, even on a server that was off for weeks. */
const underWayMs = 30 * 24 * 3600_000;

export interface LeavingContext extends SignInContext {
  /** Disconnects the services that a user linked. */
  disconnectAll: (userId: UserId) => Promise<void>;
}

/**
 * Deletes a user with all their mail, rows and files. The user's row is deleted last, before the files, so an interrupted
 * deletion can be requested again; mail servers keep their mail. Throws storage.unavailable.
 */
export async function removeUserData(mail: SignInContext, userId: UserId): Promise<void> {
  const { reader } = mail.database;
  const blobs = new Set<string>();
  const unfinished = new Set<string>();
  const gather = async () => {
    const files = await filesOf(reader, userId);
    files.blobs.forEach((sha256) => blobs.add(sha256));
    files.unfinished.forEach((id) => unfinished.add(id));
  };
  await gather();
  // Nothing is deleted while the file storage is unavailable: its files could not be found again later.
  if (blobs.size > 0) await mail.blobs.has(noFile);
  for (const { id } of await accountsOf(reader, userId)) {
    // Messages may have arrived since in the accounts that are removed last.
    await gather();
    await removeMailAccount(mail, userId, id);
  }
  for (let isFirst = true; await mail.execute("words.purge", { isFirst });) isFirst = false;
  // Files uploaded until now still have rows.
  await gather();
  await mail.execute("user.remove", { userId });
  for (const upload of unfinished) await mail.blobs.drop(upload);
  // Another user here may have received the same file.
  if (blobs.size > 0) await mail.blobs.remove([...blobs], (some) => namedFiles(reader, some));
}

/**
 * Deletes data of deleted users that calls and jobs wrote after the deletion. If the data of one user cannot be deleted, the rest
 * still is. Ends soon after the signal aborts.
 */
export async function removeLeftBehind(mail: LeavingContext, signal: AbortSignal): Promise<void> {
  const since = mail.clock.now() - underWayMs;
  for (const userId of await leftBehind(mail.database.reader, since)) {
    if (signal.aborted) return;
    try {
      await mail.disconnectAll(userId);
      await removeUserData(mail, userId);
    } catch (error) {
      mail.log.error({ err: error }, "deleting leftover data of a removed user failed");
    }
  }
}
