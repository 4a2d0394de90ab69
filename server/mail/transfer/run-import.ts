import type { FolderRole } from "@inlet/contract/mail/email.ts";
import type { ErrorCode } from "@inlet/contract/errors.ts";
import type { ImportId, UserId } from "@inlet/contract/ids.ts";
import { Failure } from "#/base/failure.ts";
import { RetryAfter } from "#/base/retry-after.ts";
import { getAccount } from "#/store/accounts/queries.ts";
import { foldersOf } from "#/store/folders/queries.ts";
import { getImport } from "#/store/accounts/import-queries.ts";
import { folderSpelling, keywordOf } from "#/store/labels/keywords.ts";
import { holdsMessageId } from "#/store/messages/message-ids.ts";
import type { ImportRow } from "#/store/engine/schema.ts";
import type { Archived, ArchivedMail } from "#/wire/archive/archived-mail.ts";
import { readArchive } from "#/wire/archive/read-archive.ts";
import type { ImapConnection } from "#/wire/imap/connection.ts";
import { isGmail, storeGmailLabels, unkeptKeywords } from "#/wire/imap/folders/labels.ts";
import { WireError } from "#/wire/imap/wire-error.ts";
import { importedFolder } from "./start-import.ts";
import type { DeliverContext } from "#/mail/sending/deliver-context.ts";

const retryMs = 30_000;

/**
 * Appends the messages of an import file to its folder on the mail server, in order, each once: messages that are already there
 * are skipped. Without a folder, messages from Gmail go where they were in Gmail. It resumes where it stopped. Throws RetryAfter
 * while the server cannot be reached.
 */
export async function importMail(
  mail: DeliverContext,
  { userId, importId }: { userId: UserId; importId: ImportId },
): Promise<void> {
  const row = await getImport(mail.database.reader, userId, importId);
  const account = row && (await getAccount(mail.database.reader, userId, row.account_id));
  if (row === undefined || account === undefined || row.state !== "running") return;
  const end = (errorCode: ErrorCode | "") =>
    mail.execute("import.end", { userId, id: importId, errorCode });
  try {
    const found = await putAll(mail, row);
    if (found !== "stopped") await end(found === "nothing" ? "import.no_mail" : "");
  } catch (cause) {
    if (cause instanceof WireError) {
      if (cause.kind === "over_quota") return end("import.over_quota");
      throw new RetryAfter(cause.retryAfterMs ?? retryMs, { cause });
    }
    if (cause instanceof Failure && cause.code === "storage.unavailable") {
      throw new RetryAfter(retryMs, { cause });
    }
    mail.log.info({ err: cause, importId }, "reading an import file failed");
    await end("import.damaged");
  }
  mail.lookAround(account.id);
}

/** Returns whether the file contains mail, or "stopped" if the import was stopped. */
async function putAll(
  mail: DeliverContext,
  row: ImportRow,
): Promise<"mail" | "nothing" | "stopped"> {
  const pathOf = await folderChoice(mail, row);
  const counts = {
    position: row.position,
    imported: row.imported,
    skipped: row.skipped,
    refused: row.refused,
  };
  const seen = new Set<string>();
  let at = 0;
  const outcomeOf = async (archived: Archived, isDoubtful: boolean) => {
    if (archived === "refused") return "refused";
    const { messageId } = archived;
    // A copy appended a moment ago may not be synced yet.
    if (messageId !== "" && seen.has(messageId)) return "skipped";
    seen.add(messageId);
    return put(mail, row, await pathOf(archived.role), archived, isDoubtful);
  };
  const file = await mail.blobs.file(row.sha256);
  if (file === null) throw new Error("The file of an import is gone.");
  for await (const archived of readArchive(file)) {
    at += 1;
    if (at <= row.position) continue;
    // Only the first message of a resumed run may have been appended by the previous run, which could not record it.
    const isDoubtful = at === row.position + 1;
    const outcome = await outcomeOf(archived, isDoubtful);
    counts.position = at;
    counts[outcome] += 1;
    const key = { userId: row.user_id, id: row.id };
    if (!(await mail.execute("import.note", { ...key, counts }))) return "stopped";
  }
  return counts.imported + counts.skipped > 0 ? "mail" : "nothing";
}

async function put(
  mail: DeliverContext,
  row: ImportRow,
  path: string,
  message: ArchivedMail,
  isDoubtful: boolean,
): Promise<"imported" | "skipped" | "refused"> {
  const { reader } = mail.database;
  const { messageId } = message;
  const folder = (await foldersOf(reader, row.user_id, row.account_id)).find(
    (one) => one.path === path,
  );
  if (messageId !== "" && folder && (await holdsMessageId(reader, folder, messageId)))
    return "skipped";
  const now = mail.clock.now();
  const date = message.internalDate ?? now;
  // A date far off would stay at one end of every list forever.
  const internalDate = date > 0 && date < now ? date : now;
  return mail.lend(row.account_id, async (connection) => {
    if (isDoubtful && messageId !== "") {
      const found = await connection.findByMessageId(path, messageId);
      if (found.length > 0) return "skipped";
    }
    // imapflow drops flags that the open folder does not allow, and a folder opened read-only allows none.
    await connection.select(path, { readOnly: false });
    return append(connection, path, message, internalDate);
  });
}

/** Appends a message. One that the server refuses does not stop the rest of the import. */
async function append(
  connection: ImapConnection,
  path: string,
  { raw, flags, labels }: ArchivedMail,
  internalDate: number,
): Promise<"imported" | "refused"> {
  const inGmail = isGmail(connection);
  const keywords = inGmail ? [] : labels.map(keywordOf);
  const unkept = keywords.length > 0 ? await unkeptKeywords(connection, keywords) : [];
  const kept = keywords.filter((keyword) => !unkept.includes(keyword));
  try {
    const { uid } = await connection.append(path, raw, {
      flags: [...flags, ...kept],
      internalDate,
    });
    if (inGmail && uid !== undefined && labels.length > 0) {
      const add = labels.map(folderSpelling);
      await storeGmailLabels(connection, [uid], { add, remove: [] });
    }
    return "imported";
  } catch (error) {
    if (error instanceof WireError && error.kind === "protocol") return "refused";
    throw error;
  }
}

/**
 * Returns a function that chooses the path for a message by the role of its former folder. "Imported" is created when it is first
 * needed.
 */
async function folderChoice(
  mail: DeliverContext,
  row: ImportRow,
): Promise<(role: FolderRole | null) => Promise<string>> {
  if (row.folder_path !== "") return async () => row.folder_path;
  const folders = await foldersOf(mail.database.reader, row.user_id, row.account_id);
  let made: Promise<string> | undefined;
  const make = () =>
    mail.lend(row.account_id, (connection) => connection.createFolder(importedFolder));
  return async (role) => {
    const own = role && folders.find((folder) => folder.role === role);
    return own ? own.path : (made ??= make());
  };
}
