import { systemClock as clock } from "#/base/clock.ts";
import type { Log } from "#/base/log.ts";
import type { Config } from "#/config.ts";
import { createEgress } from "#/egress/egress.ts";
import { createBucket } from "#/s3/bucket.ts";
import { createS3Blobs } from "#/s3/s3-blobs.ts";
import { type Blobs, createBlobs } from "#/store/blobs.ts";
import type { Reader } from "#/store/database.ts";
import { neededBlobs } from "#/store/needed-blobs.ts";

/** Kept for speed alone: beyond it the least recently used attachments are fetched from the mail server again. */
const capBytes = 2 * 1024 ** 3;

interface Place {
  dir: string;
  /** Null: the folder is where files lie, and no other process needs them. */
  s3: Config["s3"];
  allowedPrivateHosts: string[];
  log: Log;
}

/** Opens the file storage: a folder, or a bucket with the folder in front of it. */
export function blobsOf({ reader, ...place }: Place & { reader: Reader }): Blobs {
  return blobsIn(place, { capBytes, keep: () => neededBlobs(reader) });
}

/** The same for those who only read and add files, and never make room. */
export function everyBlobOf(place: Place): Blobs {
  return blobsIn(place, { capBytes: Number.MAX_SAFE_INTEGER, keep: async () => new Set() });
}

function blobsIn(
  { dir, s3, allowedPrivateHosts, log }: Place,
  room: { capBytes: number; keep: () => Promise<ReadonlySet<string>> },
): Blobs {
  const local = createBlobs({ dir, ...room });
  if (s3 === null) return local;
  const host = new URL(s3.endpoint).hostname;
  // The operator named it, so a store on this very machine is meant.
  const isOnThisMachine = /^(localhost|127\.[\d.]+|\[::1\])$/i.test(host);
  const egress = createEgress({
    allowedPrivateHosts: [...allowedPrivateHosts, ...(isOnThisMachine ? [host] : [])],
  });
  return createS3Blobs({ local, bucket: createBucket({ egress, log, clock }, s3), ...room, log });
}
