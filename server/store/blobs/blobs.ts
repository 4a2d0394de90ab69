import { createHash } from "node:crypto";
import { constants, createReadStream, type Stats } from "node:fs";
import { mkdir, open, readdir, rename, stat, unlink, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { randomId } from "#/base/random-id.ts";

/** Files named by the SHA-256 of their content. Only the tables record their owners. */
export interface Blobs {
  /** Stores bytes durably and returns their name, the SHA-256 in hex. An existing file is not written again. */
  put: (bytes: Uint8Array) => Promise<string>;
  /** Like `put`, for bytes that can be fetched again: it does not wait for the disk and makes no space. */
  cache: (bytes: Uint8Array) => Promise<string>;
  /** Like `put`, for a stream of bytes. */
  putStream: (pieces: AsyncIterable<Uint8Array>) => Promise<{ sha256: string; sizeBytes: number }>;
  has: (sha256: string) => Promise<boolean>;
  /**
   * Writes pieces of an incomplete file from this offset on and returns its new size; existing bytes after the offset are
   * dropped. If the pieces break off, or exceed `maxBytes` in all, the pieces before that are kept.
   */
  grow: (
    name: string,
    offset: number,
    pieces: AsyncIterable<Uint8Array>,
    maxBytes: number,
  ) => Promise<Grown>;
  /** Stores the content of such a file as a blob. The file stays until no request for more of it can come. */
  finish: (name: string) => Promise<{ sha256: string; sizeBytes: number }>;
  /** Deletes the file of an unfinished upload. */
  drop: (name: string) => Promise<void>;
  /** Deletes such files that were not written to since. */
  dropUnfinished: (before: number) => Promise<void>;
  /**
   * Returns the content and its size; null if the file is gone, as reaching the cap evicts files, or has the wrong size: a crash
   * may truncate a file that was only cached.
   */
  open: (
    sha256: string,
    expectedBytes?: number,
  ) => Promise<{ content: Readable; sizeBytes: number } | null>;
  /** Deletes the given files except the `named` ones. Files that are used during the call stay. */
  remove: (sha256s: readonly string[], named: NamedOf) => Promise<void>;
  /** Returns the path of a blob, for callers that read it at several positions; null if it does not exist. */
  file: (sha256: string) => Promise<string | null>;
  /**
   * Deletes the files that were not used since and that are not among the `named` ones of them, and half-written files from a
   * crash. A process that is about to name a file has stored it, possibly again, and so has used it. Ends soon after the signal
   * aborts.
   */
  removeNameless: (before: number, named: NamedOf, signal: AbortSignal) => Promise<void>;
  /** Deletes the least recently used files until the total size is within the cap. */
  freeSpace: () => Promise<void>;
  /**
   * Reports files that other threads cached here. Makes space after a large amount, and copies the files to shared storage for
   * other processes.
   */
  cached: (files: readonly { sha256: string; sizeBytes: number }[]) => Promise<void>;
}

/** Returns the given files that a row of a table names. */
type NamedOf = (sha256s: readonly string[]) => Promise<ReadonlySet<string>>;

interface Grown {
  sizeBytes: number;
  end: "all" | "broken" | "too_long";
}

interface BlobOptions {
  dir: string;
  capBytes: number;
  /** Returns the names that must stay regardless of the cap. Called during an eviction. */
  keep?: () => Promise<ReadonlySet<string>>;
}

/** Share of the cap that is written between two checks of the total size. */
const checkEvery = 0.05;

/** Creates a store of files under `dir`, named `ab/<sha256>`. */
export function createBlobs(options: BlobOptions): Blobs {
  const { dir, capBytes } = options;
  let written = capBytes;
  let freeingSpace: Promise<void> | null = null;

  async function putStream(
    pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  ): Promise<{ sha256: string; sizeBytes: number }> {
    const stored = await write(dir, pieces, { isSynced: true });
    await grew(stored.sizeBytes);
    return stored;
  }

  async function grew(bytes: number): Promise<void> {
    written += bytes;
    if (written > capBytes * checkEvery) await freeSpace();
  }

  async function freeSpace(): Promise<void> {
    written = 0;
    freeingSpace ??= evict(options).finally(() => {
      freeingSpace = null;
    });
    await freeingSpace;
  }

  async function sizeOf(sha256: string): Promise<number | null> {
    const file = await statOf(pathOf(dir, sha256));
    return file?.size ?? null;
  }

  return {
    async put(bytes) {
      const sha256 = nameOf(bytes);
      const isThere =
        (await sizeOf(sha256)) === bytes.byteLength && (await settle(pathOf(dir, sha256)));
      if (!isThere) await putStream([bytes]);
      return sha256;
    },
    async cache(bytes) {
      const sha256 = nameOf(bytes);
      // A file that a crash truncated is written again.
      if ((await sizeOf(sha256)) === bytes.byteLength) await touch(pathOf(dir, sha256));
      else await write(dir, [bytes], { isSynced: false });
      return sha256;
    },
    putStream,
    cached: (files) => grew(files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)),
    has: async (sha256) => (await sizeOf(sha256)) !== null,
    async open(sha256, expectedBytes) {
      const path = pathOf(dir, sha256);
      const sizeBytes = await sizeOf(sha256);
      if (sizeBytes === null || (expectedBytes ?? sizeBytes) !== sizeBytes) return null;
      await touch(path);
      return { content: createReadStream(path), sizeBytes };
    },
    grow: (name, offset, pieces, maxBytes) =>
      growFile(unfinishedPath(dir, name), { offset, pieces, maxBytes }),
    async finish(name) {
      const path = unfinishedPath(dir, name);
      await growFile(path, { pieces: Readable.from([]) });
      return putStream(createReadStream(path));
    },
    drop: async (name) => {
      // If this fails, the file is dropped later with other abandoned ones.
      await unlink(unfinishedPath(dir, name)).catch(() => {});
    },
    async remove(sha256s, named) {
      const files = await filesAmong(dir, sha256s);
      const kept = await named(sha256s);
      for (const file of files) if (!kept.has(file.sha256)) await drop(dir, file);
    },
    file: async (sha256) => ((await sizeOf(sha256)) === null ? null : pathOf(dir, sha256)),
    dropUnfinished: (before) => dropOlder(join(dir, "unfinished"), before),
    async removeNameless(before, named, signal) {
      await dropOlder(join(dir, "new"), before);
      const unused = (await filesIn(dir)).filter(({ usedAt }) => usedAt < before);
      if (unused.length === 0) return;
      const kept = await named(unused.map(({ sha256 }) => sha256));
      for (const file of unused) {
        if (signal.aborted) return;
        if (!kept.has(file.sha256)) await drop(dir, file);
      }
    },
    freeSpace,
  };
}

function unfinishedPath(dir: string, name: string): string {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(name)) throw new Error("This is not the name of an upload.");
  return join(dir, "unfinished", name);
}

async function growFile(
  path: string,
  {
    offset,
    pieces,
    maxBytes = 0,
  }: { offset?: number; pieces: AsyncIterable<Uint8Array>; maxBytes?: number },
): Promise<Grown> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await using file = await open(path, constants.O_RDWR | constants.O_CREAT, 0o600);
  if (offset !== undefined) await file.truncate(offset);
  let sizeBytes = offset ?? 0;
  let end: Grown["end"] = "all";
  const iterator = pieces[Symbol.asyncIterator]();
  for (;;) {
    // A broken stream only means that the client disconnected; a full disk is an error.
    const next = await iterator.next().catch(() => null);
    if (next === null) end = "broken";
    if (next === null || next.done) break;
    const piece = next.value;
    if (sizeBytes + piece.byteLength > maxBytes) {
      end = "too_long";
      await iterator.return?.();
      break;
    }
    await file.write(piece, 0, piece.byteLength, sizeBytes);
    sizeBytes += piece.byteLength;
  }
  await file.sync();
  return { sizeBytes, end };
}

/** Deletes the files in a folder that were not written to since. */
async function dropOlder(folder: string, before: number): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) {
    const file = await statOf(join(folder, name));
    // The process that writes it may finish and rename it first.
    if (file && file.mtimeMs < before) await unlink(join(folder, name)).catch(() => {});
  }
}

function nameOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Returns the path of a file. Throws if the name is not a SHA-256 in hex, even if it comes from a row. */
function pathOf(dir: string, sha256: string): string {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error("This is not the name of a blob.");
  return join(dir, sha256.slice(0, 2), sha256);
}

/** Writes a file aside and gives it its name when it is complete. */
async function write(
  dir: string,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { isSynced }: { isSynced: boolean },
): Promise<{ sha256: string; sizeBytes: number }> {
  await mkdir(join(dir, "new"), { recursive: true, mode: 0o700 });
  const draft = join(dir, "new", randomId());
  try {
    const { sha256, sizeBytes } = await writeFile(draft, pieces, { isSynced });
    await mkdir(join(dir, sha256.slice(0, 2)), { recursive: true, mode: 0o700 });
    if (isSynced) await touch(draft, nameless);
    await rename(draft, pathOf(dir, sha256));
    return { sha256, sizeBytes };
  } catch (error) {
    // After a successful rename there is nothing to delete.
    await unlink(draft).catch(() => {});
    throw error;
  }
}

async function writeFile(
  path: string,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { isSynced }: { isSynced: boolean },
): Promise<{ sha256: string; sizeBytes: number }> {
  const hash = createHash("sha256");
  let sizeBytes = 0;
  await using file = await open(path, "wx", 0o600);
  for await (const piece of pieces) {
    hash.update(piece);
    sizeBytes += piece.byteLength;
    await file.writeFile(piece);
  }
  if (isSynced) await file.sync();
  return { sha256: hash.digest("hex"), sizeBytes };
}

async function statOf(path: string): Promise<Stats | null> {
  try {
    return await stat(path);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

/** Makes a file that was only cached durable and marks it as used. Returns false if it was just evicted. */
async function settle(path: string): Promise<boolean> {
  await touch(path, nameless);
  try {
    await using file = await open(path, "r");
    await file.sync();
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return false;
    throw error;
  }
}

/** Time in which a stored file need not be named by a table yet. It is not evicted: an import may be larger than the cap. */
const nameless = { ttlMs: 10 * 60_000 };

/**
 * Sets the modification time, which serves as the time of last use, because access times are often not recorded. A time in the
 * future protects the file until then.
 */
async function touch(path: string, { ttlMs }: { ttlMs: number } = { ttlMs: 0 }): Promise<void> {
  const now = new Date(Date.now() + ttlMs);
  // Another thread may just have evicted it; the reader notices that when it opens the file.
  await utimes(path, now, now).catch(() => {});
}

interface StoredFile {
  path: string;
  sha256: string;
  size: number;
  usedAt: number;
}

async function filesIn(dir: string): Promise<StoredFile[]> {
  const names = (await readdir(dir, { recursive: true })).filter((name) =>
    /^[0-9a-f]{2}.[0-9a-f]{64}$/.test(name),
  );
  return filesAmong(
    dir,
    names.map((name) => name.slice(3)),
  );
}

/** Returns the given files that exist. */
async function filesAmong(dir: string, sha256s: readonly string[]): Promise<StoredFile[]> {
  const files: StoredFile[] = [];
  for (const sha256 of sha256s) {
    const path = pathOf(dir, sha256);
    const file = await statOf(path);
    if (file) files.push({ path, sha256, size: file.size, usedAt: file.mtimeMs });
  }
  return files;
}

async function evict({ dir, capBytes, keep }: BlobOptions): Promise<void> {
  const files = await filesIn(dir);
  let total = files.reduce((sum, file) => sum + file.size, 0);
  if (total <= capBytes) return;
  const kept = (await keep?.()) ?? new Set<string>();
  for (const file of files.toSorted((a, b) => a.usedAt - b.usedAt)) {
    if (total <= capBytes) return;
    if (kept.has(file.sha256) || file.usedAt > Date.now()) continue;
    if (await drop(dir, file)) total -= file.size;
  }
}

/**
 * Deletes a file unless it was used since it was listed. It is renamed first, which keeps new readers off it: an earlier use
 * shows in its modification time, and a later writer finds no file and writes it again. Returns false if the file stays.
 */
async function drop(dir: string, file: StoredFile): Promise<boolean> {
  const aside = join(dir, "new", randomId());
  try {
    await mkdir(join(dir, "new"), { recursive: true, mode: 0o700 });
    await rename(file.path, aside);
    if ((await stat(aside)).mtimeMs === file.usedAt) {
      await unlink(aside);
      return true;
    }
    await rename(aside, file.path);
    return false;
  } catch (error) {
    // Another thread deleted the file at the same time.
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return true;
    throw error;
  }
}
