import type { Reader } from "./database.ts";
import { importHashes } from "./imports.ts";
import { uploadHashes } from "./uploads.ts";

/** The files that cannot be had again: they stay, whatever room is needed. */
export async function neededBlobs(reader: Reader): Promise<Set<string>> {
  const [uploads, imports] = await Promise.all([uploadHashes(reader), importHashes(reader)]);
  return new Set([...uploads, ...imports]);
}
