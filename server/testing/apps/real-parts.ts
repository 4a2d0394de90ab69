import type { Hub } from "#/realtime/hub.ts";
import type { Database } from "#/store/engine/database.ts";
import type { Execute } from "#/store/commands/command-bus.ts";
import type { HostPost } from "#/testing/fakes/host-mail-server.ts";
import type { Auth } from "#/auth/types.ts";

/** The parts without mail. */
export interface RealParts {
  database: Database;
  execute: Execute;
  clock: { time: number; now: () => number };
  auth: Auth;
  live: Hub;
  /** The post office for host emails, if the test needs it. */
  post: HostPost | null;
}
