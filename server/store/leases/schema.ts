import type { UserId } from "@inlet/contract/ids.ts";

/** Tables of the engine processes that share one database. */
export interface EngineTables {
  engines: EngineRow;
  engine_leases: EngineLeaseRow;
}

/** A process that syncs mailboxes and runs jobs. */
interface EngineRow {
  /** Differs for each process, and changes each time the process was considered dead. */
  holder: string;
  /** Expiry, by the clock of the database. */
  held_until: number;
}

/** The engine that holds a user's lease. */
interface EngineLeaseRow {
  user_id: UserId;
  /** "" while the lease is free. */
  holder: string;
  /** Increases with every holder, so a former holder finds a higher one. */
  fence: number;
}
