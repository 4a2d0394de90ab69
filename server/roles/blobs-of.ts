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
  reader: Reader;
  log: Log;
}

/** Where files lie: in a folder, or in a bucket with the folder before it. */
export function blobsOf({ dir, s3, allowedPrivateHosts, reader, log }: Place): Blobs {
  const keep = () => neededBlobs(reader);
  const local = createBlobs({ dir, capBytes, keep });
  if (s3 === null) return local;
  const host = new URL(s3.endpoint).hostname;
  // The operator named it, so a store on this very machine is meant.
  const isOnThisMachine = /^(localhost|127\.[\d.]+|\[::1\])$/i.test(host);
  const egress = createEgress({
    allowedPrivateHosts: [...allowedPrivateHosts, ...(isOnThisMachine ? [host] : [])],
  });
  return createS3Blobs({
    local,
    bucket: createBucket({ egress, log, clock }, s3),
    capBytes,
    keep,
    log,
  });
}
