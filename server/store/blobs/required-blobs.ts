import type { Reader } from "#/store/engine/database.ts";
import { importHashes } from "#/store/accounts/import-queries.ts";
import { uploadHashes } from "./upload-queries.ts";

/** Returns the files that exist nowhere else: they are never evicted. */
export async function neededBlobs(reader: Reader): Promise<Set<string>> {
  const [uploads, imports] = await Promise.all([uploadHashes(reader), importHashes(reader)]);
  return new Set([...uploads, ...imports]);
}
