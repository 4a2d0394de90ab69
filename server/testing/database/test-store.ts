import type { Clock } from "#/base/clock.ts";
import type { Database } from "#/store/engine/database.ts";
import { createCommandBus, type Execute } from "#/store/commands/command-bus.ts";
import type { Committed } from "#/store/engine/writer.ts";
import { testNow } from "#/testing/apps/published-calls.ts";

interface TestStore {
  database: Database;
  execute: Execute;
  /** Does not advance until a test changes `at`. */
  clock: Clock & { at: number };
  committed: Committed[];
}

/** Opens a command bus to a fresh database, with a clock that the test controls. */
export async function openStore(open: () => Promise<Database>): Promise<TestStore> {
  const database = await open();
  const committed: Committed[] = [];
  const clock = { at: testNow, now: () => clock.at };
  const execute = createCommandBus(database, { clock, onCommit: (one) => committed.push(one) });
  return { database, execute, clock, committed };
}
