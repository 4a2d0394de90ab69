import type { SealedBox } from "#/base/sealed-box.ts";
import type { Blobs } from "../blobs.ts";
import type { Engine } from "../database.ts";
import type { Manifest } from "./manifest.ts";
import type { Settled } from "./settle-restored.ts";

/** Where a backup is put back. */
export interface RestoreTarget {
  engine: Engine;
  url: string;
  dataDir: string;
  blobs: Pick<Blobs, "putStream" | "file">;
  box: SealedBox;
  now: number;
}

export interface Restored extends Settled {
  madeAt: string;
  rows: number;
  blobs: number;
  /** How many files were not in the backup, for they were gone already. */
  missing: number;
  /** Where what was there before is kept; "" when there was nothing. */
  aside: string;
}

/** What a restore into either engine is given. */
export interface Filling {
  copy: string;
  manifest: Manifest;
  aside: string;
  stamp: string;
}
