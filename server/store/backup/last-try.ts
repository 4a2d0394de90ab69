import { type FileHandle, open, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";

/** Outcome of the last try to make a backup. */
const LastTry = z.object({
  startedAt: z.number(),
  /** 0 while it is under way, or when the process ended in the middle of it. */
  endedAt: z.number(),
  /** The reason for a failure, as a sentence; "" on success. */
  error: z.string(),
  /** Number of files that are not in it because they were missing or damaged. */
  missing: z.number().default(0),
});
export type LastTry = z.infer<typeof LastTry>;

const fileName = "last-try.json";
/** Filled up from the beginning: on a disk that is full by the end of the try its outcome still fits. */
const roomBytes = 4096;

/** Records the start and the outcome of a try. */
export async function noteTry(dir: string, words: LastTry): Promise<void> {
  await using file: FileHandle = await openFile(path.join(dir, fileName));
  const error = words.error.slice(0, roomBytes / 4);
  await file.write(JSON.stringify({ ...words, error }).padEnd(roomBytes), 0);
  await file.sync();
}

/** Null before the first. */
export async function lastTryOf(dir: string): Promise<LastTry | null> {
  try {
    return LastTry.parse(JSON.parse(await readFile(path.join(dir, fileName), "utf8")));
  } catch {
    // Not there, or cut short by the end of its process: nothing is known of it.
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
