import type { UserId } from "@inlet/contract/ids.ts";
import { accountsOf } from "#/store/accounts.ts";
import { leftBehind } from "#/store/left-behind.ts";
import { filesOf, namedFiles } from "#/store/user-files.ts";
import { removeMailAccount } from "./remove-account.ts";
import type { SignInContext } from "./sign-in-account.ts";

/** A name that no file has. */
const noFile = "0".repeat(64);
/** What was under way when somebody left has ended by then, on a server that was off for weeks too. */
const underWayMs = 30 * 24 * 3600_000;

export interface LeavingContext extends SignInContext {
  /** Lets go of what a person linked, at the other services. */
  letGo: (userId: UserId) => Promise<void>;
}

/**
 * Deletes a person with all their mail, rows and files. The person goes last but for the files, so that a deletion cut
 * short can be asked for again; mail servers keep what they have. Throws storage.unavailable.
 */
export async function removePerson(mail: SignInContext, userId: UserId): Promise<void> {
  const { reader } = mail.database;
  const blobs = new Set<string>();
  const unfinished = new Set<string>();
  const gather = async () => {
    const files = await filesOf(reader, userId);
    files.blobs.forEach((sha256) => blobs.add(sha256));
    files.unfinished.forEach((id) => unfinished.add(id));
  };
  await gather();
  // Nothing is begun while the store of files is away: nobody could ask for them again.
  if (blobs.size > 0) await mail.blobs.has(noFile);
  for (const { id } of await accountsOf(reader, userId)) {
    // Mail may have come since to those that were to wait.
    await gather();
    await removeMailAccount(mail, userId, id);
  }
  for (let isFirst = true; await mail.door("words.purge", { isFirst });) isFirst = false;
  // What was uploaded until now has rows still.
  await gather();
  await mail.door("user.remove", { userId });
  for (const upload of unfinished) await mail.blobs.drop(upload);
  // The same file may have been sent to somebody else here.
  if (blobs.size > 0) await mail.blobs.remove([...blobs], (some) => namedFiles(reader, some));
}

/**
 * Deletes what was written for people after they were deleted, by calls and jobs that were under way. Where one cannot be
 * deleted the others are all the same. Ends soon after the signal aborts.
 */
export async function removeLeftBehind(mail: LeavingContext, signal: AbortSignal): Promise<void> {
  const since = mail.clock.now() - underWayMs;
  for (const userId of await leftBehind(mail.database.reader, since)) {
    if (signal.aborted) return;
    try {
      await mail.letGo(userId);
      await removePerson(mail, userId);
    } catch (error) {
      mail.log.error({ err: error }, "deleting leftover data of a removed user failed");
    }
  }
}
