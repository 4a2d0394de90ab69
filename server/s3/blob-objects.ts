import type { Bucket } from "./bucket.ts";
import type { StoredObject } from "./list-answer.ts";

interface BlobObjectOptions {
  bucket: Bucket;
  capBytes: number;
  /** Returns names that must not be evicted, even above the maximum size. */
  keep: () => Promise<ReadonlySet<string>>;
}

/** The objects of a bucket that are blobs. */
interface BlobObjects {
  list: () => Promise<StoredObject[]>;
  /** Returns the objects of these blobs. */
  among: (sha256s: readonly string[]) => Promise<StoredObject[]>;
  /** Deletes an object; returns false if the same bytes were put since it was listed. */
  drop: (object: Pick<StoredObject, "key" | "storedAt">) => Promise<boolean>;
  /** Reports a new object. Makes space after a large amount. */
  grew: (sizeBytes: number) => Promise<void>;
  /** Deletes the oldest objects until the total size is within the cap. */
  freeSpace: () => Promise<void>;
}

/** A new file stays this long before a table must reference it. */
const namelessMs = 10 * 60_000;
const checkEvery = 0.05;

/** Returns the blobs of a bucket, each an object named by its SHA-256. */
export function createBlobObjects({ bucket, capBytes, keep }: BlobObjectOptions): BlobObjects {
  let written = 0;

  const list = async () => (await bucket.list("")).filter(({ key }) => blobNameOf(key) !== null);

  async function drop({ key, storedAt }: Pick<StoredObject, "key" | "storedAt">) {
    const lastPutAt = await bucket.storedAt(key);
    if (lastPutAt !== null && lastPutAt > storedAt) return false;
    await bucket.remove(key);
    return true;
  }

  async function freeSpace(): Promise<void> {
    written = 0;
    const objects = await list();
    let total = objects.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    if (total <= capBytes) return;
    const kept = await keep();
    const youngest = Date.now() - namelessMs;
    for (const { key, sizeBytes, storedAt } of objects.toSorted(
      (a, b) => a.storedAt - b.storedAt,
    )) {
      if (total <= capBytes || storedAt > youngest) return;
      if (kept.has(blobNameOf(key) ?? "")) continue;
      if (await drop({ key, storedAt })) total -= sizeBytes;
    }
  }

  return {
    list,
    async among(sha256s) {
      // A list has a thousand per response, while a request for each would take a thousand.
      const asked = new Set(sha256s.map(keyOf));
      return (await list()).filter(({ key }) => asked.has(key));
    },
    drop,
    async grew(sizeBytes) {
      written += sizeBytes;
      if (written > capBytes * checkEvery) await freeSpace();
    },
    freeSpace,
  };
}

/** Returns the key of a blob's object. */
export function keyOf(sha256: string): string {
  return `${sha256.slice(0, 2)}/${sha256}`;
}

/** Returns the blob name in an object's key; null for any other object. */
export function blobNameOf(key: string): string | null {
  return /^[0-9a-f]{2}\/([0-9a-f]{64})$/.exec(key)?.[1] ?? null;
}
