import { summarizeRecent } from "#/ai/summaries/summarize-arrived.ts";
import type { Clock } from "#/base/clock.ts";
import type { Log } from "#/base/log.ts";
import { randomId } from "#/base/random-id.ts";
import type { SecretBox } from "#/base/secret-box.ts";
import { cleanUp, removeNamelessFiles } from "#/jobs/clean-up.ts";
import { markOlderMail } from "#/jobs/mark-messages.ts";
import { backUpAtNight } from "#/jobs/nightly-backup.ts";
import type { Recurring } from "#/jobs/schedule.ts";
import { underLease } from "#/jobs/under-lease.ts";
import { type LeavingContext, removeLeftBehind } from "#/mail/accounts/remove-user-data.ts";
import type { AccountSupervisor } from "#/mail/sync/account-supervisor.ts";
import { disabledUsers } from "#/store/administration/user-queries.ts";
import type { AuditAnchors } from "#/store/audit/anchors.ts";
import type { Blobs } from "#/store/blobs/blobs.ts";
import type { Database } from "#/store/engine/database.ts";
import type { Execute } from "#/store/commands/command-bus.ts";
import type { EngineOptions } from "./engine-link.ts";

/** Maximum delay until the sync of a disabled user stops. */
const disabledCheckEveryMs = 2000;
const cleanUpEveryMs = 3600_000;
const everyDayMs = 24 * 3600_000;
/** The end of the audit log is recorded outside the database: earlier entries cannot be rewritten unnoticed. */
const recordAuditEveryMs = 60_000;
/** Interval at which PostgreSQL's planner statistics are compared with the tables. */
const renewStatisticsEveryMs = 10 * 60_000;
/** Maximum delay of the nightly backup after its hour. */
const backupLookMs = 60_000;
/** Interval between runs that summarize older messages, such as those of an initial sync. */
const summarizeEveryMs = 20_000;
/** Added to an entry's interval for its lease: another engine takes over this long after a missed run. */
const takeoverAfterMs = 60_000;

interface ForEverybody extends Omit<Recurring, "run"> {
  /** Must end soon after the signal aborts, because another process may take over then. */
  run: (signal: AbortSignal) => Promise<void>;
}

interface Parts {
  database: Database;
  /** Without a lease: this work is for all users. */
  execute: Execute;
  clock: Clock;
  log: Log;
  blobs: Blobs;
  box: SecretBox;
  supervisor: AccountSupervisor;
  /** Context for the deletion of accounts and users: an account's sync stops first. */
  leaving: LeavingContext;
  auditAnchors: AuditAnchors;
  stopping: AbortSignal;
}

/** Returns an engine's recurring work. Work for all users runs in one of several engines. */
export function engineSchedule(parts: Parts, backups: EngineOptions["backups"]): Recurring[] {
  const { database, execute, clock, supervisor, auditAnchors, stopping } = parts;
  const holder = randomId();
  const byOne = ({ name, everyMs, run }: ForEverybody): Recurring => {
    const lease = { name, holder, ttlMs: everyMs + takeoverAfterMs };
    const isAlone = database.engine === "sqlite";
    return {
      name,
      everyMs,
      run: () => (isAlone ? run(stopping) : underLease(parts, lease, run)),
    };
  };
  const forEverybody: ForEverybody[] = [
    { name: "clean-up", everyMs: cleanUpEveryMs, run: () => cleanUp(parts) },
    {
      name: "nameless-files",
      everyMs: everyDayMs,
      run: (signal) => removeNamelessFiles(parts, signal),
    },
    {
      name: "left-behind",
      everyMs: cleanUpEveryMs,
      run: (signal) => removeLeftBehind(parts.leaving, signal),
    },
    {
      name: "search-marks",
      everyMs: cleanUpEveryMs,
      run: (signal) => markOlderMail(parts, signal),
    },
    {
      name: "statistics",
      everyMs: renewStatisticsEveryMs,
      async run(signal) {
        while (!signal.aborted && (await execute("statistics.renew", {})) !== null);
      },
    },
    {
      name: "summaries",
      everyMs: summarizeEveryMs,
      run: (signal) => summarizeRecent(parts, signal),
    },
  ];
  return [
    ...forEverybody.map(byOne),
    {
      name: "audit-anchors",
      everyMs: recordAuditEveryMs,
      run: () => auditAnchors.drop(database.reader, clock.now()),
    },
    {
      name: "kept-out",
      everyMs: disabledCheckEveryMs,
      // Each process stops its own syncs; a job starts them again.
      run: async () => supervisor.leaveAllOf(await disabledUsers(database.reader)),
    },
    ...nightlyBackup(parts, backups),
  ];
}

function nightlyBackup(parts: Parts, { hour, ...where }: EngineOptions["backups"]): Recurring[] {
  if (hour === null) return [];
  const { blobs, box } = parts;
  const nights = { ...parts, source: { ...where, blobs, box }, hour, holder: randomId() };
  return [{ name: "backup", everyMs: backupLookMs, run: () => backUpAtNight(nights) }];
}
