import { type FileHandle, open, readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";

/** How the last try to make a backup went. */
const LastTry = z.object({
  startedAt: z.number(),
  /** 0 while it is under way, or when the process ended in the middle of it. */
  endedAt: z.number(),
  /** Why there is none, as a sentence; "" when it is there. */
  error: z.string(),
});
export type LastTry = z.infer<typeof LastTry>;

const fileName = "last-try.json";
/** Filled up from the beginning: on a disk that is full by the end of the try its outcome still fits. */
const roomBytes = 4096;

interface Begun {
  path: string;
  startedAt: number;
}

/** Writes down that a backup is being made. */
export async function beginTry(dir: string, now: number): Promise<Begun> {
  const begun = { path: path.join(dir, fileName), startedAt: now };
  await write(begun, { startedAt: now, endedAt: 0, error: "" });
  return begun;
}

/** Writes down how it went. */
export async function endTry(begun: Begun, now: number, error: string): Promise<void> {
  const { startedAt } = begun;
  await write(begun, { startedAt, endedAt: now, error: error.slice(0, roomBytes / 4) });
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

async function write(begun: Begun, words: LastTry): Promise<void> {
  await using file: FileHandle = await openFile(begun.path);
  await file.write(JSON.stringify(words).padEnd(roomBytes), 0);
  await file.sync();
}

async function openFile(name: string): Promise<FileHandle> {
  try {
    return await open(name, "r+");
  } catch {
    return open(name, "w", 0o600);
  }
}
