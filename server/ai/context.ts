import type { listFollowUps } from "@inlet/contract/ai/follow-ups.ts";
import type { UserId } from "@inlet/contract/ids.ts";
import type { z } from "zod";
import type { Clock } from "#/base/clock.ts";
import type { Log } from "#/base/log.ts";
import type { Database } from "#/store/engine/database.ts";
import type { Execute } from "#/store/commands/command-bus.ts";
import type { ModelPort } from "./model/port.ts";

/** Dependencies of the AI functions. Reads use the database; all writes use the command bus. */
export interface AiContext {
  database: Database;
  execute: Execute;
  model: ModelPort;
  clock: Clock;
  log: Log;
  /** Reads follow-ups on another thread, and rejects with the signal's reason. Without it, the calling thread reads. */
  readFollowUps?: (asked: { userId: UserId }, signal: AbortSignal) => Promise<FollowUpList>;
}

export type FollowUpList = z.output<typeof listFollowUps.output>;
