import type { UserId } from "@inlet/contract/ids.ts";
import { systemClock as clock } from "#/base/clock.ts";
import type { Log } from "#/base/log.ts";
import type { Config } from "#/config.ts";
import type { EngineClient } from "#/mail/engine-client.ts";
import type { Database } from "#/store/engine/database.ts";
import { createCommandBus, type Execute } from "#/store/commands/command-bus.ts";
import { openSignals } from "#/store/engine/signals.ts";
import type { Committed } from "#/store/engine/writer.ts";
import type { DataFolder } from "#/processes/setup/data-folder.ts";
import { type EngineLink, startEngine } from "#/processes/engine/engine-link.ts";
import { engineOptions } from "#/processes/engine/engine-options.ts";
import { askEngines, besideEngines } from "#/processes/engine/signal-link.ts";

export interface WebOptions {
  version: string;
  webDir: string;
  log: Log;
  /** The engine ended without a call of stop: nothing can be written any more. */
  onCrash: (error: Error) => void;
}

/** A web process's interface to engines, in this process or in others. */
export interface EngineOfWeb extends EngineClient, Pick<EngineLink, "execute" | "stop"> {
  /** Undefined if each process refreshes tokens itself. */
  accessToken?: EngineLink["accessToken"];
}

interface Place {
  folder: DataFolder;
  database: Database;
  publicUrl: string;
}

/** Called when another process or thread wrote something. */
interface Listeners {
  notify: (changes: { userId: UserId }[]) => void;
  onGap: () => void;
}

/**
 * Returns the engine that a web process works with. On SQLite that is the one in its own thread, which holds the write
 * connection. On PostgreSQL each user's engine serves the requests, in this process or another; writes happen here.
 */
export async function engineOf(
  config: Config,
  { folder, database, publicUrl }: Place,
  { log, version, onCrash }: WebOptions,
  { notify, onGap }: Listeners,
): Promise<EngineOfWeb> {
  const own = () => {
    const options = engineOptions(config, folder, { version, publicUrl });
    return startEngine(options, { onCommit: notify, onCrash });
  };
  if (database.engine === "sqlite") return own();
  const signals = await openSignals(
    { url: database.url, log },
    { onChanges: (userIds) => notify(userIds.map((userId) => ({ userId }))), onGap },
  );
  const onCommit = ({ changes, jobs }: Committed) => {
    notify(changes);
    signals.changed(changes.map(({ userId }) => userId));
    if (jobs) signals.notifyJobs();
  };
  const execute: Execute = createCommandBus(database, { clock, onCommit });
  const engine = config.role === "all" ? await own() : undefined;
  return {
    ...askEngines(database, signals),
    execute: besideEngines(database, signals, execute),
    ping: async () => engine?.ping(),
    async stop() {
      await engine?.stop();
      await signals[Symbol.asyncDispose]();
    },
  };
}
