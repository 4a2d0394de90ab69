import { systemClock as clock } from "#/base/clock.ts";
import type { Log } from "#/base/log.ts";
import type { Config } from "#/config.ts";
import { createEgress } from "#/egress/egress.ts";
import { createBucket } from "#/s3/bucket.ts";
import { createS3Blobs } from "#/s3/s3-blobs.ts";
import { type Blobs, createBlobs } from "#/store/blobs/blobs.ts";
import type { Reader } from "#/store/engine/database.ts";
import { neededBlobs } from "#/store/blobs/required-blobs.ts";

/**
 * Maximum size of the attachment cache, in bytes. Beyond it the least recently used attachments are deleted and fetched from the
 * mail server again.
 */
const capBytes = 2 * 1024 ** 3;

interface Place {
  dir: string;
  /** The S3 bucket of the blobs; null if they are only in the folder, which no other process uses. */
  s3: Config["s3"];
  allowedPrivateHosts: string[];
  log: Log;
}

/** Opens the file storage: a folder, or a bucket with the folder in front of it. */
export function blobsOf({ reader, ...place }: Place & { reader: Reader }): Blobs {
  return blobsIn(place, { capBytes, keep: () => neededBlobs(reader) });
}

/** Like above, for callers that only read and add blobs and never evict any. */
export function everyBlobOf(place: Place): Blobs {
  return blobsIn(place, { capBytes: Number.MAX_SAFE_INTEGER, keep: async () => new Set() });
}

function blobsIn(
  { dir, s3, allowedPrivateHosts, log }: Place,
  capacity: { capBytes: number; keep: () => Promise<ReadonlySet<string>> },
): Blobs {
  const local = createBlobs({ dir, ...capacity });
  if (s3 === null) return local;
  const host = new URL(s3.endpoint).hostname;
  // The operator configured this host, so a store on this machine is intended.
  const isOnThisMachine = /^(localhost|127\.[\d.]+|\[::1\])$/i.test(host);
  const egress = createEgress({
    allowedPrivateHosts: [...allowedPrivateHosts, ...(isOnThisMachine ? [host] : [])],
  });
  return createS3Blobs({
    local,
    bucket: createBucket({ egress, log, clock }, s3),
    ...capacity,
    log,
  });
}
