import type { SecretBox } from "#/base/secret-box.ts";
import type { Blobs } from "../blobs/blobs.ts";
import type { Engine } from "../engine/database.ts";
import type { Manifest } from "./manifest.ts";
import type { Settled } from "./reconcile-restored.ts";

/** The target of a restore. */
export interface RestoreTarget {
  engine: Engine;
  url: string;
  dataDir: string;
  blobs: Pick<Blobs, "putStream" | "file">;
  box: SecretBox;
  now: number;
}

export interface Restored extends Settled {
  madeAt: string;
  rows: number;
  blobs: number;
  /** Number of files that were not in the backup, as they were already missing. */
  missing: number;
  /** Location of the previous data; "" if there was none. */
  aside: string;
}

/** Arguments of a restore into either engine. */
export interface Filling {
  copy: string;
  manifest: Manifest;
  aside: string;
  stamp: string;
}
