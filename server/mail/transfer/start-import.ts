import type { Readable } from "node:stream";
import { errors } from "@inlet/contract/errors.ts";
import { ImportId, type UserId } from "@inlet/contract/ids.ts";
import { limits } from "@inlet/contract/limits.ts";
import type { importMail, MailImport } from "@inlet/contract/mail/transfer.ts";
import type { z } from "zod";
import { Failure } from "#/base/failure.ts";
import { randomId } from "#/base/random-id.ts";
import { getFolder } from "#/store/folders/queries.ts";
import { importsOf, runningImportBytes } from "#/store/accounts/import-queries.ts";
import { usualQuotas } from "#/store/users/quotas.ts";
import type { ImportRow } from "#/store/engine/schema.ts";
import { requireAccount } from "#/mail/accounts/accounts.ts";
import type { MailContext } from "#/mail/context.ts";

/** Bytes that are being received, per user. */
const receiving = new Map<UserId, number>();

/** Saves the file and starts its import. Throws account.not_found, folder.not_found, import.too_large, import.limit. */
export async function beginImport(
  mail: MailContext,
  userId: UserId,
  { accountId, folderId, filename }: z.output<typeof importMail.input>,
  content: Readable,
): Promise<MailImport> {
  await requireAccount(mail, userId, accountId);
  const folder = folderId && (await getFolder(mail.database.reader, userId, folderId));
  if (folderId !== undefined && folder?.account_id !== accountId) {
    throw new Failure("folder.not_found");
  }
  const { importBytes } = mail.quotas ?? usualQuotas;
  const space = importBytes - (await runningImportBytes(mail.database.reader, userId));
  const { sha256, sizeBytes } = await mail.blobs.putStream(limited(content, userId, space));
  const now = mail.clock.now();
  const row: ImportRow = {
    id: ImportId.parse(randomId(now)),
    user_id: userId,
    account_id: accountId,
    filename,
    folder_path: folder?.path ?? "",
    sha256,
    size_bytes: sizeBytes,
    state: "running",
    error_code: "",
    position: 0,
    imported: 0,
    skipped: 0,
    refused: 0,
    created_at: now,
  };
  if (!(await mail.execute("import.add", { row, maxBytes: importBytes }))) {
    throw new Failure("import.limit");
  }
  return presentImport(row);
}

/** Returns the imports of the last days, newest first. */
export async function listImports(mail: MailContext, userId: UserId): Promise<MailImport[]> {
  const since = mail.clock.now() - limits.importsListedMs;
  return (await importsOf(mail.database.reader, userId, since)).map(presentImport);
}

/** Stops an import, or removes an ended one from the list. Throws import.not_found. */
export async function cancelImport(mail: MailContext, userId: UserId, id: ImportId): Promise<void> {
  if (!(await mail.execute("import.cancel", { userId, id }))) throw new Failure("import.not_found");
}

function presentImport(row: ImportRow): MailImport {
  return {
    id: row.id,
    accountId: row.account_id,
    filename: row.filename,
    folder: row.folder_path || importedFolder,
    state: row.state,
    imported: row.imported,
    skipped: row.skipped,
    refused: row.refused,
    error: row.error_code === "" ? null : errors[row.error_code].message,
  };
}

/** Folder for imported messages without one. */
export const importedFolder = "Imported";

/** Passes a file through. Throws import.too_large, and import.limit if all files that the user is sending exceed the limit. */
async function* limited(
  content: Readable,
  userId: UserId,
  space: number,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  const count = (bytes: number): number => {
    const sum = (receiving.get(userId) ?? 0) + bytes;
    if (sum > 0) receiving.set(userId, sum);
    else receiving.delete(userId);
    return sum;
  };
  try {
    for await (const chunk of content) {
      const bytes = Buffer.from(chunk);
      size += bytes.length;
      if (count(bytes.length) > space) throw new Failure("import.limit");
      if (size > limits.importBytes) throw new Failure("import.too_large");
      yield bytes;
    }
  } finally {
    count(-size);
  }
}
