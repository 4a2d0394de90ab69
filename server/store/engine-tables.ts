import type { UserId } from "@inlet/contract/ids.ts";

/** Tables of the processes that work on one database. */
export interface EngineTables {
  engines: EngineRow;
  engine_leases: EngineLeaseRow;
}

/** A process that follows mailboxes and does jobs. */
interface EngineRow {
  /** Another one for each process, and after each time that it was taken for dead. */
  holder: string;
  /** By the clock of the database. */
  held_until: number;
}

/** The engine that holds a user's lease. */
interface EngineLeaseRow {
  user_id: UserId;
  /** "" while the lease is free. */
  holder: string;
  /** Another one with each holder: who was overtaken finds a higher one. */
  fence: number;
}
