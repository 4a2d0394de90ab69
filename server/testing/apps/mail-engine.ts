import { rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { AccountId, UserId } from "@inlet/contract/ids.ts";
import { systemClock as clock } from "#/base/clock.ts";
import { createLog } from "#/base/log.ts";
import { randomId } from "#/base/random-id.ts";
import { createSecretBox } from "#/base/secret-box.ts";
import { createSigner } from "#/base/signed-url.ts";
import { createEgress } from "#/egress/egress.ts";
import { asideJobs, jobHandlers } from "#/jobs/handlers.ts";
import { JobWorker } from "#/jobs/worker.ts";
import { secretPlace } from "#/mail/accounts/logins.ts";
import { createByteBudget } from "#/mail/sync/connection/byte-budget.ts";
import type { SyncContext } from "#/mail/sync/context.ts";
import { AccountSupervisor } from "#/mail/sync/account-supervisor.ts";
import { type Timing, usualTiming } from "#/mail/sync/timing.ts";
import { ParsePool } from "#/processes/workers/parse-pool.ts";
import { bit } from "#/store/engine/bit.ts";
import { createBlobs } from "#/store/blobs/blobs.ts";
import { type Database, type Engine, openDatabase } from "#/store/engine/database.ts";
import { createCommandBus, type Execute } from "#/store/commands/command-bus.ts";
import { nextJobAt } from "#/store/jobs/queries.ts";
import { noTokens } from "#/testing/factories/no-tokens.ts";
import type { AccountRow } from "#/store/engine/schema.ts";
import { freshFile } from "#/testing/database/fresh-file.ts";
import { freshPostgres } from "#/testing/database/postgres.ts";
import type { DeliverContext } from "#/mail/sending/deliver-context.ts";

/** The engine's parts on this thread, with a separate database. */
export interface TestEngine extends AsyncDisposable {
  database: Database;
  execute: Execute;
  userId: UserId;
  mail: DeliverContext & SyncContext;
  readonly supervisor: AccountSupervisor;
  /** Saves an account at a server on loopback and starts its sync. */
  addAccount: (account: NewAccount) => Promise<AccountRow>;
  /** Waits until the condition holds. It is checked again after every commit. */
  until: (isTrue: () => Promise<boolean>) => Promise<void>;
  /** Stops all accounts and starts them again, as a new process does; calls `whileStopped` in between. */
  restart: (whileStopped?: () => void) => Promise<void>;
}

interface NewAccount {
  mail: string;
  pass: string;
  imapPort: number;
  smtpPort?: number;
  /** The host name, if not 127.0.0.1. */
  host?: string;
  /** True to use STARTTLS. */
  tls?: boolean;
}

/** Short intervals, because the servers are local. */
const quickTiming: Timing = {
  ...usualTiming,
  pollMs: 200,
  minRetryMs: 20,
  maxRetryMs: 200,
};

/** A parser thread, and the folder in which it stores attachments. */
interface Reader {
  dir: string;
  pool: ParsePool;
}

/** Reused by the next engine of this process, because starting a thread takes as long as most tests. */
const idleReaders: Reader[] = [];

interface EngineOptions {
  timing?: Partial<Timing>;
  prepare?: (mail: SyncContext) => Partial<SyncContext>;
  /** SQLite by default. */
  on?: Engine;
  /** Maximum delay of a retried push. */
  retryMs?: number;
}

/** Starts the engine. */
export async function startMailEngine(options: EngineOptions = {}): Promise<TestEngine> {
  const dir = await mkdtemp(path.join(tmpdir(), "inlet-engine-"));
  const timing = { ...quickTiming, ...options.timing };
  const log = createLog("silent");
  const postgres = options.on === "postgres" ? await freshPostgres() : undefined;
  const database = await openDatabase({ url: postgres?.url ?? (await freshFile(dir)) });
  const parts: { jobs?: JobWorker } = {};
  const { execute, until } = watchedBus(database, options, () => parts.jobs?.notify());
  const reader = await takeReader();
  const plain: SyncContext = {
    database,
    execute,
    clock,
    log,
    blobs: createBlobs({ dir: reader.dir, capBytes: 2 ** 30 }),
    egress: createEgress({ allowedPrivateHosts: ["127.0.0.1"] }),
    box: createSecretBox(new Uint8Array(32)),
    tokens: noTokens,
    parse: (source, urgency) => reader.pool.read(source, urgency),
    budget: createByteBudget(8 * 1024 * 1024),
  };
  const sync = { ...plain, ...options.prepare?.(plain) };
  const state = { supervisor: new AccountSupervisor(sync, timing) };
  const mail: TestEngine["mail"] = {
    ...sync,
    lend: (accountId, work) => state.supervisor.lend(accountId, work),
    lookAround: (accountId) => state.supervisor.lookAround(accountId),
  };
  const accounts: AccountRow[] = [];
  const startJobs = () => {
    parts.jobs = jobWorker(mail, state.supervisor, plain);
    parts.jobs.notify();
  };
  const stop = async () => {
    await Promise.all([
      parts.jobs?.[Symbol.asyncDispose](),
      state.supervisor[Symbol.asyncDispose](),
    ]);
  };
  const user = await execute("user.create", {
    id: randomId(),
    email: "person@example.org",
    name: "A Person",
    passwordHash: "",
    firstIsAdmin: true,
  });
  const userId = UserId.parse(user.id);
  startJobs();
  return {
    database,
    execute,
    userId,
    mail,
    get supervisor() {
      return state.supervisor;
    },
    async addAccount(given) {
      const account = accountRow(userId, given, plain);
      accounts.push(account);
      await execute("account.add", account);
      return account;
    },
    until,
    async restart(whileStopped) {
      await stop();
      whileStopped?.();
      state.supervisor = new AccountSupervisor(sync, timing);
      startJobs();
      for (const { id } of accounts) await state.supervisor.watch({ userId, accountId: id });
    },
    async [Symbol.asyncDispose]() {
      await stop();
      idleReaders.push(reader);
      await database.close();
      await postgres?.drop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** Returns a command bus, and a function that waits until a condition holds after a commit. */
function watchedBus(
  database: Database,
  { retryMs }: EngineOptions,
  onJobs: () => void,
): Pick<TestEngine, "execute" | "until"> {
  const waiting = new Set<() => void>();
  const inner = createCommandBus(database, {
    clock,
    onCommit: ({ jobs }) => {
      if (jobs) onJobs();
    },
  });
  return {
    async execute(name, input) {
      if (retryMs !== undefined && (name === "pending.later" || name === "jobs.later")) {
        // Safe: both commands have a `runAt`.
        const put = input as { runAt: number };
        put.runAt = Math.min(put.runAt, clock.now() + retryMs);
      }
      const output = await inner(name, input);
      for (const look of waiting) look();
      return output;
    },
    async until(isTrue) {
      for (;;) {
        const next = Promise.withResolvers<void>();
        const look = () => next.resolve();
        waiting.add(look);
        try {
          if (await isTrue()) return;
          await next.promise;
        } finally {
          waiting.delete(look);
        }
      }
    },
  };
}

/** Returns a worker for all jobs. Its account emails use the original context, not the one that a test prepared. */
function jobWorker(
  mail: TestEngine["mail"],
  supervisor: AccountSupervisor,
  { database, execute, log, box, egress }: SyncContext,
): JobWorker {
  const { reader } = database;
  return new JobWorker({
    execute,
    clock,
    log,
    nextAt: (kinds) => nextJobAt(reader, kinds),
    aside: asideJobs,
    handlers: jobHandlers(mail, supervisor, {
      mail: { reader, execute, clock, log, box, egress, settings: null },
      publicUrl: "https://inlet.example",
      signer: createSigner(new Uint8Array(32), clock),
    }),
  });
}

/** Returns a reader with an empty folder. */
async function takeReader(): Promise<Reader> {
  const idle = idleReaders.pop();
  if (idle !== undefined) {
    await rm(idle.dir, { recursive: true, force: true });
    return idle;
  }
  const dir = await mkdtemp(path.join(tmpdir(), "inlet-reader-"));
  process.once("exit", () => rmSync(dir, { recursive: true, force: true }));
  return { dir, pool: new ParsePool({ blobs: { dir }, threads: 1, log: createLog("silent") }) };
}

function accountRow(userId: UserId, given: NewAccount, { box }: SyncContext): AccountRow {
  const owner = { id: AccountId.parse(randomId()), user_id: userId };
  return {
    ...owner,
    account_mail: given.mail,
    imap_host: given.host ?? "127.0.0.1",
    imap_port: given.imapPort,
    imap_tls: bit(given.tls === true),
    imap_user: given.mail,
    imap_secret: box.encrypt(given.pass, secretPlace(owner, "imap_secret")),
    smtp_host: given.smtpPort === undefined ? "" : "127.0.0.1",
    smtp_port: given.smtpPort ?? 0,
    smtp_tls: 0,
    smtp_user: given.mail,
    smtp_secret: "",
    state: "connecting",
    error_code: "",
    trouble_since: 0,
    last_sync_at: 0,
    created_at: clock.now(),
    name: "",
    color: "",
    provider: "",
    imap_certificate: "",
    smtp_certificate: "",
  };
}
