import type { UserId } from "@inlet/contract/ids.ts";
import { accountsOf } from "#/store/accounts.ts";
import { filesOf, namedFiles } from "#/store/user-files.ts";
import { removeMailAccount } from "./remove-account.ts";
import type { SignInContext } from "./sign-in-account.ts";

/** A name that no file has. */
const noFile = "0".repeat(64);

/**
 * Deletes a person with all their mail, rows and files. The person goes last but for the files, so that a deletion cut
 * short can be asked for again; mail servers keep what they have. Throws storage.unavailable.
 */
export async function removePerson(mail: SignInContext, userId: UserId): Promise<void> {
  const { reader } = mail.database;
  const files = await filesOf(reader, userId);
  // Nothing is begun while the store of files is away: nobody could ask for them again.
  if (files.blobs.length > 0) await mail.blobs.has(noFile);
  for (const { id } of await accountsOf(reader, userId)) await removeMailAccount(mail, userId, id);
  for (let isFirst = true; await mail.door("words.purge", { isFirst });) isFirst = false;
  await mail.door("user.remove", { userId });
  for (const upload of files.unfinished) await mail.blobs.drop(upload);
  // The same file may have been sent to somebody else here.
  const named = await namedFiles(reader, files.blobs);
  for (const sha256 of files.blobs) if (!named.has(sha256)) await mail.blobs.remove(sha256);
}
