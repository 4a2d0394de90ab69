import { openDatabase } from "#/store/engine/database.ts";
import { createCommandBus } from "#/store/commands/command-bus.ts";
import { type RealApp, startRealApp } from "./real-app.ts";

/** Starts another process on the same PostgreSQL. It shares the database and the clock, but neither connections nor memory. */
export async function anotherProcess({ database, clock }: RealApp): Promise<RealApp> {
  const own = await openDatabase({ url: database.url });
  const execute = createCommandBus(own, { clock, onCommit: () => undefined });
  const app = await startRealApp("postgres", { beside: { database: own, execute, clock } });
  return {
    ...app,
    [Symbol.asyncDispose]: async () => {
      await app[Symbol.asyncDispose]();
      await own.close();
    },
  };
}
