import type { Clock } from "#/base/clock.ts";
import type { Log } from "#/base/log.ts";
import type { SecretBox } from "#/base/secret-box.ts";
import type { Egress } from "#/egress/egress.ts";
import type { Database } from "#/store/engine/database.ts";
import type { Execute } from "#/store/commands/command-bus.ts";
import type { QuotaSettings } from "#/store/users/quotas.ts";

/** Dependencies of integrations. Reads go to the database, all writes through the command bus. */
export interface IntegrationContext {
  database: Pick<Database, "reader">;
  execute: Execute;
  box: SecretBox;
  egress: Egress;
  clock: Clock;
  log: Log;
  /** Limits for one user; absent: the defaults. */
  quotas?: QuotaSettings;
  /** Address under which users reach the server, for links. */
  publicUrl: string;
}
