import { readdir, stat, statfs } from "node:fs/promises";
import path from "node:path";
import { Gauge, Histogram, type Registry } from "prom-client";
import type { Clock } from "#/base/clock.ts";
import type { Log } from "#/base/log.ts";
import type { Database } from "#/store/engine/database.ts";
import type { Execute } from "#/store/commands/command-bus.ts";
import { type OperatingFigures, readFigures } from "#/store/administration/metrics-queries.ts";
import { answersWithin } from "#/processes/engine/responds-within.ts";

export interface Measured {
  database: Database;
  clock: Clock;
  log: Log;
  /** Folder with all files of this process. */
  dataDir: string;
  version: string;
  /** Sends the engine a request without cost. */
  askEngine: () => Promise<unknown>;
}

/** Metrics are counted at most this often, however often they are read. */
const countEveryMs = 10_000;
/** Interval for metrics that read all files, which costs more than counting rows. */
const walkEveryMs = 10 * 60_000;
/** A synced account records that every few minutes. Without a record for this long, it counts as behind. */
const behindAfterMs = 20 * 60_000;
/** An engine that takes longer to respond is not ready. */
export const engineWaitMs = 2000;

/** Registers the operator's metrics. No label holds an address, or anything else that identifies a user. */
export function offerFigures(registry: Registry, measured: Measured): void {
  const { clock, log, version, database } = measured;
  const read = remembered(countEveryMs, clock, () => {
    const now = clock.now();
    return readFigures(database, { now, syncedBefore: now - behindAfterMs });
  });
  const walk = remembered(walkEveryMs, clock, () => bytesUnder(measured.dataDir));
  const secondsSince = (time: number) => (time === 0 ? 0 : Math.max(0, clock.now() - time) / 1000);

  function gauge(
    name: string,
    help: string,
    labelNames: string[],
    fill: (own: Gauge, figures: OperatingFigures) => void,
  ): void {
    const own: Gauge = new Gauge({
      name: `inlet_${name}`,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        // While the database is unavailable the rest is still reported.
        const figures = await read().catch((error: unknown) => {
          log.warn({ err: error }, "collecting metrics failed");
        });
        own.reset();
        if (figures) fill(own, figures);
      },
    });
  }
  const count = (own: Gauge, rows: { count: number }[]) => {
    for (const { count: value, ...labels } of rows) own.set(labels, value);
  };

  gauge("users", "Users of this server.", [], (own, { users }) => own.set(users));
  gauge("accounts", "Mail accounts by state.", ["state"], (own, { accounts }) =>
    count(own, accounts),
  );
  gauge(
    "accounts_behind",
    "Mail accounts that synced before, but not in the last 20 minutes.",
    [],
    (own, all) => own.set(all.behind),
  );
  gauge(
    "oldest_sync_seconds",
    "Seconds since the least recently synced account was synced.",
    [],
    (own, all) => own.set(secondsSince(all.oldestSyncAt)),
  );
  gauge("jobs", "Jobs by kind: due, running, or for later.", ["kind", "state"], (own, { jobs }) =>
    count(own, jobs),
  );
  gauge("jobs_tried_again", "Jobs started more than once and not finished.", ["kind"], (own, all) =>
    count(own, all.jobsTriedAgain),
  );
  gauge("oldest_due_job_seconds", "Wait of the job that is longest overdue.", [], (own, all) =>
    own.set(secondsSince(all.oldestDueAt)),
  );
  gauge("outbox", "Outgoing messages by state.", ["state"], (own, { outbox }) =>
    count(own, outbox),
  );
  gauge("deliveries", "Deliveries to integrations by state.", ["state"], (own, all) =>
    count(own, all.deliveries),
  );
  gauge("database_bytes", "Size of the database.", [], (own, all) => own.set(all.databaseBytes));

  fileGauges(registry, measured, walk);
  new Gauge({
    name: "inlet_info",
    help: "Versions and database of this server.",
    labelNames: ["version", "node", "database"],
    registers: [registry],
  }).set({ version, node: process.version, database: database.engine }, 1);
}

function fileGauges(
  registry: Registry,
  { dataDir, askEngine }: Measured,
  walk: () => Promise<Map<string, number>>,
): void {
  const registers = [registry];
  const files: Gauge = new Gauge({
    name: "inlet_files_bytes",
    help: "Files in the data folder, counted every ten minutes.",
    labelNames: ["what"],
    registers,
    async collect() {
      for (const [what, bytes] of await walk()) files.set({ what }, bytes);
    },
  });
  const disk: Gauge = new Gauge({
    name: "inlet_disk_bytes",
    help: "Disk space of the data folder.",
    labelNames: ["what"],
    registers,
    async collect() {
      const { bsize, bavail, blocks } = await statfs(dataDir);
      disk.set({ what: "free" }, bavail * bsize);
      disk.set({ what: "all" }, blocks * bsize);
    },
  });
  const engine: Gauge = new Gauge({
    name: "inlet_engine_answer_seconds",
    help: "Response time of the engine; 2 if it did not respond.",
    registers,
    async collect() {
      const begun = performance.now();
      const isInTime = await answersWithin(askEngine, engineWaitMs);
      const tookMs = isInTime ? performance.now() - begun : engineWaitMs;
      engine.set(Math.min(tookMs, engineWaitMs) / 1000);
    },
  });
}

/** Returns the command bus with a histogram of the time that users wait for a change: from the call to its commit. */
export function timeCommands(registry: Registry, execute: Execute): Execute {
  const seconds = new Histogram({
    name: "inlet_write_seconds",
    help: "Time from requesting a change to its commit.",
    labelNames: ["outcome"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers: [registry],
  });
  return async (name, input) => {
    const end = seconds.startTimer();
    try {
      const output = await execute(name, input);
      end({ outcome: "done" });
      return output;
    } catch (error) {
      end({ outcome: "failed" });
      throw error;
    }
  };
}

/** Caches the result of `ask` for a time, and runs one request at a time. */
function remembered<Value>(
  durationMs: number,
  clock: Clock,
  ask: () => Promise<Value>,
): () => Promise<Value> {
  let known: { at: number; value: Promise<Value> } | undefined;
  return () => {
    const now = clock.now();
    if (known === undefined || now - known.at >= durationMs || now < known.at) {
      const value = ask();
      known = { at: now, value };
      // After a failure the next call retries.
      value.catch(() => {
        known = undefined;
      });
    }
    return known.value;
  };
}

async function bytesUnder(dataDir: string): Promise<Map<string, number>> {
  const bytes = new Map<string, number>();
  for (const what of ["blobs", "backups"]) {
    const dir = path.join(dataDir, what);
    const names = await readdir(dir, { recursive: true }).catch(() => []);
    let sum = 0;
    for (const name of names) {
      // Another process may have evicted the file.
      const file = await stat(path.join(dir, name)).catch(() => null);
      if (file?.isFile()) sum += file.size;
    }
    bytes.set(what, sum);
  }
  return bytes;
}
