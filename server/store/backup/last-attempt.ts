import { type FileHandle, open, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";

/** Outcome of the last try to make a backup. */
const LastTry = z.object({
  startedAt: z.number(),
  /** 0 while the try runs, and if the process died during it. */
  endedAt: z.number(),
  /** The reason for a failure, as a sentence; "" on success. */
  error: z.string(),
  /** Number of files that are not in it because they were missing or damaged. */
  missing: z.number().default(0),
});
export type LastTry = z.infer<typeof LastTry>;

const fileName = "last-try.json";
/**
 * Size of the file, in bytes. It is padded to this size from the start: if the disk is full at the end of the try, the outcome
 * still fits.
 */
const reservedBytes = 4096;

/** Records the start and the outcome of a try. */
export async function recordTry(dir: string, words: LastTry): Promise<void> {
  await using file: FileHandle = await openFile(path.join(dir, fileName));
  const error = words.error.slice(0, reservedBytes / 4);
  await file.write(JSON.stringify({ ...words, error }).padEnd(reservedBytes), 0);
  await file.sync();
}

/** Returns the last try; null before the first. */
export async function lastTryOf(dir: string): Promise<LastTry | null> {
  try {
    return LastTry.parse(JSON.parse(await readFile(path.join(dir, fileName), "utf8")));
  } catch {
    // The file does not exist, or the end of its process truncated it.
    return null;
  }
}

async function openFile(name: string): Promise<FileHandle> {
  try {
    return await open(name, "r+");
  } catch {
    // It may belong to another user, such as root. In a folder that Inlet owns it can be replaced.
    await rm(name, { force: true });
    return open(name, "wx", 0o600);
  }
}
