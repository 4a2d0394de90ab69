import type { Clock } from "#/base/clock.ts";
import type { Log } from "#/base/log.ts";
import type { SealedBox } from "#/base/sealed-box.ts";
import type { Egress } from "#/egress/egress.ts";
import type { Blobs } from "#/store/blobs.ts";
import type { Database } from "#/store/database.ts";
import type { AccessTokens } from "./access-tokens.ts";
import type { LongReads } from "./long-reads.ts";
import type { Door } from "#/store/door.ts";
import type { QuotaSettings } from "#/store/quotas.ts";

/** What the mail functions need. Reads go to the database, everything that writes through the door. */
export interface MailContext {
  database: Database;
  door: Door;
  blobs: Blobs;
  egress: Egress;
  box: SealedBox;
  tokens: AccessTokens;
  clock: Clock;
  log: Log;
  /** How much one person may do; absent: as usual. */
  quotas?: QuotaSettings;
  /** Absent: on the thread that asks. */
  longReads?: LongReads;
}
