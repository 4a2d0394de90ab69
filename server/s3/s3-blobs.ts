import { createReadStream } from "node:fs";
import type { Log } from "#/base/log.ts";
import type { Blobs } from "#/store/blobs/blobs.ts";
import { blobNameOf, createBlobObjects, keyOf } from "./blob-objects.ts";
import type { Bucket } from "./bucket.ts";
import { createUnfinishedUploads } from "./unfinished-uploads.ts";

interface S3BlobOptions {
  /** Files on this machine: recently used ones, and those being uploaded to the bucket. */
  local: Blobs;
  bucket: Bucket;
  capBytes: number;
  /** Returns names that must not be evicted, even above the maximum size. */
  keep: () => Promise<ReadonlySet<string>>;
  log: Log;
}

/** Maximum number of cached files that wait for their upload. Others are skipped, because the mail server also has them. */
const maxShared = 500;
const putTries = 3;

/**
 * Blobs that several processes share: an object for each in a bucket, as ab/<sha256>, and a local copy of the recently used ones.
 * Unfinished uploads are in the bucket too, piece by piece, because each piece may arrive at another process. Fails with
 * storage.unavailable while the bucket is unavailable.
 */
export function createS3Blobs(options: S3BlobOptions): Blobs {
  const { local, bucket } = options;
  const objects = createBlobObjects(options);
  const { contentOf, ...unfinished } = createUnfinishedUploads(bucket, local);

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
    await objects.grew(sizeBytes);
  }

  async function putStream(pieces: AsyncIterable<Uint8Array>) {
    const stored = await local.putStream(pieces);
    await upload(stored.sha256, stored.sizeBytes);
    return stored;
  }

  const shareLater = sharingOf(options, upload);

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
      return (await fetchFile(options, sha256, expectedBytes))
        ? local.open(sha256, expectedBytes)
        : null;
    },
    async file(sha256) {
      const near = await local.file(sha256);
      if (near !== null) return near;
      return (await fetchFile(options, sha256)) ? local.file(sha256) : null;
    },
    ...unfinished,
    async finish(name) {
      return putStream(await contentOf(name));
    },
    async remove(sha256s, named) {
      const listed = await objects.among(sha256s);
      let kept: ReadonlySet<string> = new Set(sha256s);
      // Checked once, after both the folder and the bucket were listed.
      await local.remove(sha256s, async (some) => {
        kept = await named(some);
        return kept;
      });
      for (const object of listed) {
        if (!kept.has(blobNameOf(object.key) ?? "")) await objects.drop(object);
      }
    },
    async removeNameless(before, named, signal) {
      await local.removeNameless(before, named, signal);
      const unused = (await objects.list()).filter(({ storedAt }) => storedAt < before);
      if (unused.length === 0) return;
      const kept = await named(unused.map(({ key }) => blobNameOf(key) ?? ""));
      for (const object of unused) {
        if (signal.aborted) return;
        if (!kept.has(blobNameOf(object.key) ?? "")) await objects.drop(object);
      }
    },
    async freeSpace() {
      await local.freeSpace();
      await objects.freeSpace();
    },
    async cached(files) {
      await local.cached(files);
      shareLater(files);
    },
  };
}

/** Copies a blob from the bucket to this machine; returns false if the bucket does not have it or returns other bytes. */
async function fetchFile(
  { local, bucket, log }: S3BlobOptions,
  sha256: string,
  expectedBytes?: number,
): Promise<boolean> {
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

/** Returns a function that uploads cached files which the bucket does not have, one after another: no request waits for it. */
function sharingOf(
  { local, bucket, log }: S3BlobOptions,
  upload: (sha256: string, sizeBytes: number) => Promise<void>,
) {
  let sharing = 0;
  let lastShared = Promise.resolve();

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

  return (files: readonly { sha256: string }[]) => {
    for (const { sha256 } of files) {
      if (sharing >= maxShared) return;
      sharing += 1;
      lastShared = lastShared.then(() => share(sha256));
    }
  };
}
