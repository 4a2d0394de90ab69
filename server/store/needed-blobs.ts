import type { Reader } from "./database.ts";
import { importHashes } from "./imports.ts";
import { uploadHashes } from "./uploads.ts";

/** Returns the files that exist nowhere else: they are never evicted. */
export async function neededBlobs(reader: Reader): Promise<Set<string>> {
  const [uploads, imports] = await Promise.all([uploadHashes(reader), importHashes(reader)]);
  return new Set([...uploads, ...imports]);
}
