import { createReadStream } from "node:fs";
import type { Log } from "#/base/log.ts";
import type { Blobs } from "#/store/blobs/blobs.ts";
import type { Bucket } from "./bucket.ts";
import type { StoredObject } from "./list-answer.ts";

interface S3BlobOptions {
  /** Files on this machine: recently used ones, and those being uploaded to the bucket. */
  local: Blobs;
  bucket: Bucket;
  capBytes: number;
  /** Returns names that must not be evicted, even above the maximum size. */
  keep: () => Promise<ReadonlySet<string>>;
  log: Log;
}

/** A new file stays this long before a table must reference it. */
const namelessMs = 10 * 60_000;
/** Maximum number of cached files that wait for their upload. Others are skipped, because the mail server also has them. */
const maxShared = 500;
const checkEvery = 0.05;
const putTries = 3;

/**
 * Blobs that several processes share: an object for each in a bucket, as ab/<sha256>, and a local copy of the recently used ones.
 * Unfinished uploads are in the bucket too, piece by piece, because each piece may arrive at another process. Fails with
 * storage.unavailable while the bucket is unavailable.
 */
export function createS3Blobs(options: S3BlobOptions): Blobs {
  const { local, bucket, log } = options;
  let written = 0;
  let sharing = 0;
  let lastShared = Promise.resolve();

  async function upload(sha256: string, sizeBytes: number): Promise<void> {
    const content = await local.file(sha256);
    if (content === null) throw new Error("A file was gone before it was shared.");
    const key = keyOf(sha256);
    const object = { sha256, sizeBytes, content: () => createReadStream(content) };
    for (let tries = 0; tries < putTries; tries++) {
      await bucket.put(key, object);
      // An eviction may just have deleted an older object with the same content.
      if (await bucket.has(key)) break;
    }
    written += sizeBytes;
    if (written > options.capBytes * checkEvery) await freeSpaceInBucket();
  }

  async function putStream(pieces: AsyncIterable<Uint8Array>) {
    const stored = await local.putStream(pieces);
    await upload(stored.sha256, stored.sizeBytes);
    return stored;
  }

  /** Copies a blob from the bucket to this machine; returns false if the bucket does not have it or returns other bytes. */
  async function fetchFile(sha256: string, expectedBytes?: number): Promise<boolean> {
    const found = await bucket.get(keyOf(sha256));
    if (found === null) return false;
    if ((expectedBytes ?? found.sizeBytes) !== found.sizeBytes) {
      found.content.destroy();
      return false;
    }
    const stored = await local.putStream(found.content);
    if (stored.sha256 === sha256) return true;
    log.error({ sha256 }, "file storage returned different bytes than were stored");
    return false;
  }

  async function freeSpaceInBucket(): Promise<void> {
    written = 0;
    const objects = await storedBlobs();
    let total = objects.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    if (total <= options.capBytes) return;
    const kept = await options.keep();
    const youngest = Date.now() - namelessMs;
    for (const { key, sizeBytes, storedAt } of objects.toSorted(
      (a, b) => a.storedAt - b.storedAt,
    )) {
      if (total <= options.capBytes || storedAt > youngest) return;
      if (kept.has(nameOf(key) ?? "")) continue;
      if (await dropObject({ key, storedAt })) total -= sizeBytes;
    }
  }

  async function storedBlobs(): Promise<StoredObject[]> {
    return (await bucket.list("")).filter(({ key }) => nameOf(key) !== null);
  }

  async function objectsAmong(sha256s: readonly string[]): Promise<StoredObject[]> {
    // A list has a thousand per response, while a request for each would take a thousand.
    const asked = new Set(sha256s.map(keyOf));
    return (await storedBlobs()).filter(({ key }) => asked.has(key));
  }

  /** Deletes an object; returns false if the same bytes were put since it was listed. */
  async function dropObject({ key, storedAt }: Pick<StoredObject, "key" | "storedAt">) {
    const lastPutAt = await bucket.storedAt(key);
    if (lastPutAt !== null && lastPutAt > storedAt) return false;
    await bucket.remove(key);
    return true;
  }

  async function share(sha256: string): Promise<void> {
    try {
      const path = (await bucket.has(keyOf(sha256))) ? null : await local.open(sha256);
      if (path === null) return;
      path.content.destroy();
      await upload(sha256, path.sizeBytes);
    } catch (error) {
      // The bucket already logged a warning. Other processes fetch the file from the mail server.
      log.debug({ err: error }, "uploading a cached file failed");
    } finally {
      sharing -= 1;
    }
  }

  return {
    async put(bytes) {
      const sha256 = await local.put(bytes);
      await upload(sha256, bytes.byteLength);
      return sha256;
    },
    cache: (bytes) => local.cache(bytes),
    putStream,
    has: async (sha256) => (await local.has(sha256)) || bucket.has(keyOf(sha256)),
    async open(sha256, expectedBytes) {
      const near = await local.open(sha256, expectedBytes);
      if (near !== null) return near;
      return (await fetchFile(sha256, expectedBytes)) ? local.open(sha256, expectedBytes) : null;
    },
    async file(sha256) {
      const near = await local.file(sha256);
      if (near !== null) return near;
      return (await fetchFile(sha256)) ? local.file(sha256) : null;
    },
    async grow(name, offset, pieces, maxBytes) {
      for (const piece of await piecesOf(bucket, name)) {
        if (piece.offset >= offset) await bucket.remove(piece.key);
      }
      const end: { how: "all" | "broken" | "too_long" } = { how: "all" };
      const { sha256, sizeBytes } = await local.putStream(upTo(pieces, maxBytes - offset, end));
      if (sizeBytes > 0) {
        const content = await local.file(sha256);
        if (content === null) throw new Error("A piece was gone before it was shared.");
        const key = `${folderOf(name)}${String(offset).padStart(15, "0")}`;
        await bucket.put(key, { sha256, sizeBytes, content: () => createReadStream(content) });
      }
      return { sizeBytes: offset + sizeBytes, end: end.how };
    },
    async finish(name) {
      const pieces = await piecesOf(bucket, name);
      return putStream(joined(bucket, pieces));
    },
    async drop(name) {
      // A piece that stays is dropped later, like any abandoned upload.
      const pieces = await piecesOf(bucket, name).catch(() => []);
      for (const { key } of pieces) await bucket.remove(key).catch(() => {});
    },
    async dropUnfinished(before) {
      await local.dropUnfinished(before);
      const pieces = await bucket.list("unfinished/");
      const uploads = Map.groupBy(pieces, ({ key }) => key.split("/")[1]);
      for (const own of uploads.values()) {
        if (own.some(({ storedAt }) => storedAt >= before)) continue;
        for (const { key } of own) await bucket.remove(key);
      }
    },
    async remove(sha256s, named) {
      const objects = await objectsAmong(sha256s);
      let kept: ReadonlySet<string> = new Set(sha256s);
      // Checked once, after both the folder and the bucket were listed.
      await local.remove(sha256s, async (some) => {
        kept = await named(some);
        return kept;
      });
      for (const object of objects) {
        if (!kept.has(nameOf(object.key) ?? "")) await dropObject(object);
      }
    },
    async removeNameless(before, named, signal) {
      await local.removeNameless(before, named, signal);
      const unused = (await storedBlobs()).filter(({ storedAt }) => storedAt < before);
      if (unused.length === 0) return;
      const kept = await named(unused.map(({ key }) => nameOf(key) ?? ""));
      for (const object of unused) {
        if (signal.aborted) return;
        if (!kept.has(nameOf(object.key) ?? "")) await dropObject(object);
      }
    },
    async freeSpace() {
      await local.freeSpace();
      await freeSpaceInBucket();
    },
    async cached(files) {
      await local.cached(files);
      for (const { sha256 } of files) {
        if (sharing >= maxShared) return;
        sharing += 1;
        // One after another: no request waits for it.
        lastShared = lastShared.then(() => share(sha256));
      }
    },
  };
}

function keyOf(sha256: string): string {
  return `${sha256.slice(0, 2)}/${sha256}`;
}

/** Returns the blob name in an object's key; null for any other object. */
function nameOf(key: string): string | null {
  return /^[0-9a-f]{2}\/([0-9a-f]{64})$/.exec(key)?.[1] ?? null;
}

function folderOf(name: string): string {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(name)) throw new Error("This is not the name of an upload.");
  return `unfinished/${name}/`;
}

async function piecesOf(
  bucket: Bucket,
  name: string,
): Promise<(StoredObject & { offset: number })[]> {
  const folder = folderOf(name);
  const pieces = await bucket.list(folder);
  return pieces.map((piece) => ({ ...piece, offset: Number(piece.key.slice(folder.length)) }));
}

async function* joined(
  bucket: Bucket,
  pieces: readonly (StoredObject & { offset: number })[],
): AsyncGenerator<Uint8Array> {
  let at = 0;
  for (const { key, offset, sizeBytes } of pieces) {
    const found = offset === at ? await bucket.get(key) : null;
    if (found === null) throw new Error("A piece of an upload is missing.");
    yield* found.content;
    at += sizeBytes;
  }
}

/** Yields the pieces until the source fails or exceeds `maxBytes`; `end` records the reason. */
async function* upTo(
  pieces: AsyncIterable<Uint8Array>,
  maxBytes: number,
  end: { how: "all" | "broken" | "too_long" },
): AsyncGenerator<Uint8Array> {
  let sizeBytes = 0;
  const iterator = pieces[Symbol.asyncIterator]();
  for (;;) {
    const next = await iterator.next().catch(() => null);
    if (next === null) end.how = "broken";
    if (next === null || next.done) return;
    sizeBytes += next.value.byteLength;
    if (sizeBytes > maxBytes) {
      end.how = "too_long";
      await iterator.return?.();
      return;
    }
    yield next.value;
  }
}
