import type { Settled } from "#/store/pending/settle-operations.ts";
import { type FlagsOperation, readOperation } from "#/store/messages/flags.ts";
import { folderSpelling, gmailPrefix, labelNamesOf } from "#/store/labels/keywords.ts";
import { flagsOf } from "#/wire/imap/flags-of.ts";
import { isGmail, storeGmailLabels, unkeptKeywords } from "#/wire/imap/folders/labels.ts";
import type { Pending, PushRun } from "./operation-batch.ts";

/** Stores the same flag change on messages of the open folder. Labels are stored as keywords, at Gmail as its labels. */
export async function pushFlags({
  mail,
  connection,
  folder,
  operations,
}: PushRun): Promise<Settled[]> {
  const [first] = operations;
  if (first === undefined) return [];
  const uids = operations.map(({ uid }) => uid);
  const { add, remove } = readOperation(first.operation_json);
  if (isGmail(connection)) {
    // A keyword of another client is not Gmail's label with that name: a removed label may be either.
    const isLabel = (flag: string) => labelNamesOf([flag]).length > 0;
    const silent = await connection.storeFlags(uids, {
      add: add.filter((flag) => !isLabel(flag)),
      remove: remove.filter((flag) => !flag.startsWith(gmailPrefix)),
    });
    await storeGmailLabels(connection, uids, {
      add: labelNamesOf(add).map(folderSpelling),
      remove: labelNamesOf(remove).map(folderSpelling),
    });
    // In a label's own folder, Gmail does not list the label.
    const own = folder.path.toLowerCase();
    const unnamed = add.filter((flag) => labelNamesOf([flag])[0]?.toLowerCase() === own);
    return settledOf(connection, operations, silent, unnamed);
  }
  const wanted: FlagsOperation = {
    kind: "flags",
    add: add.filter((flag) => !flag.startsWith(gmailPrefix)),
    remove: remove.filter((flag) => !flag.startsWith(gmailPrefix)),
  };
  const keywords = wanted.add.filter((flag) => !flag.startsWith("\\"));
  const unkept = keywords.length > 0 ? await unkeptKeywords(connection, keywords) : [];
  if (unkept.length > 0) await keepHere(mail, operations, unkept);
  const silent = await connection.storeFlags(uids, {
    add: wanted.add.filter((flag) => !unkept.includes(flag)),
    remove: wanted.remove,
  });
  return settledOf(connection, operations, silent);
}

/**
 * Returns the outcomes. Flags of UIDs without a response may have been changed already; missing messages are looked for in other
 * folders.
 */
async function settledOf(
  connection: PushRun["connection"],
  operations: readonly Pending[],
  silent: readonly number[],
  unnamed: string[] = [],
): Promise<Settled[]> {
  const there = silent.length > 0 ? await flagsOf(connection, silent) : [];
  const gone = new Set(silent);
  for (const { uid } of there) gone.delete(uid);
  return operations.map(({ id, uid }) => ({
    id,
    outcome: gone.has(uid) ? { kind: "missing" } : { kind: "applied", unnamed },
  }));
}

/** Saved before the rest is pushed, because a sync in between would remove them. */
async function keepHere(
  mail: PushRun["mail"],
  operations: readonly Pending[],
  flags: string[],
): Promise<void> {
  const [first] = operations;
  if (first === undefined) return;
  const settled = operations.map(({ id }): Settled => ({ id, outcome: { kind: "local", flags } }));
  await mail.execute("pending.settle", { userId: first.user_id, settled });
}
