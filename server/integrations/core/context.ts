import type { Clock } from "#/base/clock.ts";
import type { Log } from "#/base/log.ts";
import type { SealedBox } from "#/base/sealed-box.ts";
import type { Egress } from "#/egress/egress.ts";
import type { Database } from "#/store/database.ts";
import type { Door } from "#/store/door.ts";
import type { QuotaSettings } from "#/store/quotas.ts";

/** What integrations need. Reads go to the database, everything that writes through the door. */
export interface IntegrationContext {
  database: Pick<Database, "reader">;
  door: Door;
  box: SealedBox;
  egress: Egress;
  clock: Clock;
  log: Log;
  /** How much one person may do; absent: as usual. */
  quotas?: QuotaSettings;
  /** Where people reach the server: links lead there. */
  publicUrl: string;
}
