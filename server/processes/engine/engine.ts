/** The engine's thread. It holds the write connection, syncs the accounts and runs the jobs. */
import { parentPort, workerData } from "node:worker_threads";
import type { AccountId, UserId } from "@inlet/contract/ids.ts";
import { baseModel } from "#/ai/classify/model.ts";
import { resumeClassification } from "#/ai/classify/resume-classification.ts";
import { modelPort } from "#/ai/model/models.ts";
import { summarizeEmail } from "#/ai/summaries/summarize-email.ts";
import { systemClock as clock } from "#/base/clock.ts";
import { randomId } from "#/base/random-id.ts";
import { createLog } from "#/base/log.ts";
import { createSecretBox } from "#/base/secret-box.ts";
import { createSigner } from "#/base/signed-url.ts";
import { createEgress } from "#/egress/egress.ts";
import { hostMailEgress } from "#/host-mail/deliver-host-mail.ts";
import { createManager } from "#/integrations/core/manage.ts";
import { pollTelegram } from "#/integrations/telegram/updates.ts";
import { asideJobs, backgroundJobs, jobHandlers } from "#/jobs/handlers.ts";
import { startSchedule } from "#/jobs/schedule.ts";
import { underLease } from "#/jobs/under-lease.ts";
import { JobWorker } from "#/jobs/worker.ts";
import { createAccessTokens } from "#/mail/accounts/access-tokens.ts";
import { requireAccount } from "#/mail/accounts/accounts.ts";
import { loginFailure } from "#/mail/accounts/login-failure.ts";
import { createByteBudget } from "#/mail/sync/connection/byte-budget.ts";
import type { ReadMail, SyncContext } from "#/mail/sync/context.ts";
import { AccountSupervisor } from "#/mail/sync/account-supervisor.ts";
import { accountsToWatch, getAccount } from "#/store/accounts/queries.ts";
import { createAuditAnchors } from "#/store/audit/anchors.ts";
import { openDatabase } from "#/store/engine/database.ts";
import { createCommandBus, type Execute } from "#/store/commands/command-bus.ts";
import { hasUnleasedUser } from "#/store/leases/queries.ts";
import { nextJobAt } from "#/store/jobs/queries.ts";
import { openSignals, type Signals } from "#/store/engine/signals.ts";
import type { AccountRow } from "#/store/engine/schema.ts";
import type { Committed } from "#/store/engine/writer.ts";
import { createAuthorities } from "#/wire/oauth/authority.ts";
import { engineSchedule } from "./engine-schedule.ts";
import { LeaseKeeper, usualLeaseTiming } from "./lease-keeper.ts";
import { answerSignals } from "./signal-link.ts";
import { blobsOf } from "#/processes/setup/open-blobs.ts";
import { derivedKey } from "#/processes/setup/derived-key.ts";
import { answerLink, type EngineOptions, publishCommitted } from "./engine-link.ts";
import { gathered } from "./coalesce.ts";
import { mailActions } from "#/processes/web-server/integration-actions.ts";
import { briefReader, integrationAdapters } from "#/processes/setup/integration-adapters.ts";
import { modelContext } from "#/processes/setup/model-context.ts";
import { ParsePool } from "#/processes/workers/parse-pool.ts";
import { settleAnyway } from "./settle-after-lease-loss.ts";

/** Maximum size of messages in memory between the mail servers and the database, over all accounts, in bytes. */
const budgetBytes = 8 * 1024 * 1024;
const parseThreads = 2;
/** Duration of the lease for reclassification at start-up: of the engines that start within this time, only one does it. */
const resumeLeaseTtlMs = 10 * 60_000;
/** Minimum interval between notifications of older mail: each makes open tabs send requests. */
const publishBulkEveryMs = 300;

if (parentPort === null) throw new Error("The engine runs in a thread of its own.");
const port = parentPort;
// Safe: engine-link.ts starts this thread with these options.
const options = workerData as EngineOptions;

const log = createLog(options.logLevel).child({ role: "engine" });
const database = await openDatabase({ url: options.databaseUrl });
const worker: { jobs?: JobWorker; signals?: Signals } = {};
const publish = gathered<Committed["changes"][number]>((changes) => {
  if (worker.signals) worker.signals.changed(changes.map(({ userId }) => userId));
  else publishCommitted(port, changes);
}, publishBulkEveryMs);
const onCommit = ({ changes, jobs, isBulk }: Committed) => {
  publish(changes, { isUrgent: !isBulk });
  if (!jobs) return;
  worker.jobs?.notify();
  worker.signals?.notifyJobs();
};
const plainExecute = createCommandBus(database, { clock, onCommit });
/**
 * A separate connection for an engine's heartbeats, which may not wait behind the mail of thousands of accounts, nor for an
 * unreachable server.
 */
const ownDatabase = await openDatabase({
  url: options.databaseUrl,
  connections: 2,
  timeoutMs: usualLeaseTiming.restMs / 2,
  endsLong: true,
});
/** On PostgreSQL other engines may be running. */
const keeper =
  database.engine === "sqlite"
    ? undefined
    : new LeaseKeeper({
        execute: createCommandBus(ownDatabase, { clock, onCommit }),
        log,
        async onAcquired(userIds) {
          await watch(await accountsToWatch(database.reader, userIds));
          // The former engine may have died before it published its last writes.
          worker.signals?.changed(userIds);
          worker.jobs?.notify();
        },
        onLost: (userIds) => supervisor.leaveAllOf(userIds),
        isBusy: (userId) => worker.jobs?.isBusy(userId) ?? false,
      });
/** Runs commands for a user, while this engine holds the user's lease. */
const execute = keeper
  ? createCommandBus(database, { clock, onCommit, leases: keeper })
  : plainExecute;
const auditAnchors = createAuditAnchors(options.auditAnchors);
const blobs = blobsOf({ ...options, dir: options.dataDir, reader: database.reader, log });
const pool = new ParsePool({ blobs: { dir: options.dataDir }, threads: parseThreads, log });
const egress = createEgress({ allowedPrivateHosts: options.allowedPrivateHosts });
const box = createSecretBox(options.masterKey);
const authorities = createAuthorities(egress, options.oauth);
const tokens = createAccessTokens({ database, execute: plainExecute, box, clock }, authorities);
const sync: SyncContext = {
  database,
  execute,
  clock,
  log,
  blobs,
  egress,
  box,
  tokens,
  async parse(source, urgency) {
    const mail = await pool.read(source, urgency);
    recordBlobs(mail);
    return mail;
  },
  budget: createByteBudget(budgetBytes),
  quotas: options.quotas,
};
const supervisor = new AccountSupervisor(sync);
const delivery = {
  ...sync,
  execute: settleAnyway(execute, plainExecute),
  lend: supervisor.lend.bind(supervisor),
  lookAround: supervisor.lookAround.bind(supervisor),
};
const hostMail = {
  reader: database.reader,
  execute,
  box,
  clock,
  log,
  settings: options.hostMail,
  egress: hostMailEgress(options.hostMail, options.allowedPrivateHosts),
};
const integrations = { ...sync, publicUrl: options.publicUrl };
const adapters = integrationAdapters(integrations, options.integrations, briefReader(sync));
const { allowedPrivateHosts } = options;
const model = modelPort(modelContext({ ...sync, allowedPrivateHosts }, options.ai));
const telegram =
  options.integrations.telegram &&
  pollTelegram(
    { ...integrations, execute: plainExecute },
    options.integrations.telegram,
    mailActions({ ...sync, execute: plainExecute }, (userId, id) =>
      summarizeEmail({ ...sync, execute: plainExecute, model }, userId, id),
    ),
    // On SQLite only one process exists, so a restarted one need not wait until the lease of the former expires.
    database.engine === "sqlite" ? "engine" : randomId(),
  );
const stopping = new AbortController();
const jobs = new JobWorker({
  execute,
  clock,
  log,
  nextAt: (kinds) => nextJobAt(database.reader, kinds, keeper?.holder),
  ...(keeper && { holder: () => keeper.holder, given: () => keeper.given }),
  handlers: jobHandlers(delivery, supervisor, {
    mail: hostMail,
    publicUrl: options.publicUrl,
    signer: createSigner(derivedKey(options.masterKey, "inlet signed urls"), clock),
    adapters,
    stopping: stopping.signal,
  }),
  background: backgroundJobs,
  aside: asideJobs,
});
worker.jobs = jobs;
const { disconnectAll } = createManager({ ...integrations, execute: plainExecute }, adapters);
const leaving = { ...sync, authorities, disconnectAll, execute: throughEngine(plainExecute) };
const schedule = startSchedule(
  engineSchedule(
    {
      ...sync,
      execute: plainExecute,
      supervisor,
      leaving,
      auditAnchors,
      stopping: stopping.signal,
    },
    options.backups,
  ),
  log,
);

const duties = {
  syncNow: (userId: UserId, accountId?: AccountId) => supervisor.syncNow(userId, accountId),
  live: async (accountId: AccountId) => supervisor.live(accountId),
  compare: async (accountId: AccountId) => supervisor.compare(accountId),
};
if (keeper === undefined) {
  await watch(await accountsToWatch(database.reader));
} else {
  worker.signals = await openSignals(
    { url: database.url, log },
    {
      onJobs: lookForWork,
      onGap: lookForWork,
      onQuestion: {
        holder: () => keeper.holder,
        answer: answerSignals({ ...duties, leave: (accountId) => supervisor.leave(accountId) }),
      },
    },
  );
  await keeper.start();
}
// Free the jobs of a killed process: a user's change and mail should not wait until its hold expires.
await plainExecute("jobs.free", {});
jobs.notify();

answerLink(port, {
  execute: throughEngine(plainExecute),
  ...duties,
  async accessToken({ userId, accountId, refused }) {
    const account = await requireAccount(sync, userId, accountId);
    try {
      return await tokens.fresh(account, refused);
    } catch (cause) {
      throw loginFailure(cause);
    }
  },
  notifyJobs: () => jobs.notify(),
  async stop() {
    stopping.abort();
    keeper?.takeNoMore();
    await resuming;
    await schedule[Symbol.asyncDispose]();
    await telegram?.[Symbol.asyncDispose]();
    // Together, because jobs wait for connections that the supervisor holds.
    await Promise.all([jobs[Symbol.asyncDispose](), supervisor[Symbol.asyncDispose]()]);
    await keeper?.[Symbol.asyncDispose]();
    await worker.signals?.[Symbol.asyncDispose]();
    await pool[Symbol.asyncDispose]();
    await auditAnchors.drop(database.reader, clock.now());
    await Promise.all([ownDatabase.close(), database.close()]);
  },
});

// Runs in the background, because new model weights reclassify the mail of all users.
const resuming = resume().catch((error: unknown) =>
  log.error({ err: error }, "resuming classification failed"),
);

async function resume(): Promise<void> {
  const { version } = baseModel();
  const lease = { name: "resume-sorting", holder: randomId(), ttlMs: resumeLeaseTtlMs };
  // Only one of several engines that start together reclassifies.
  const work = (signal: AbortSignal) =>
    resumeClassification({ database, execute: plainExecute }, version, signal);
  if (keeper)
    await underLease({ execute: plainExecute, log, stopping: stopping.signal }, lease, work);
  else await work(stopping.signal);
}

async function watch(accounts: readonly AccountRow[]): Promise<void> {
  for (const account of accounts) {
    await supervisor.watch({ userId: account.user_id, accountId: account.id });
  }
}

/** Another process committed work, possibly for a user without an engine. */
function lookForWork(): void {
  jobs.notify();
  hasUnleasedUser(database.reader).then(
    (isFree) => isFree && keeper?.notify(),
    (error: unknown) => log.info({ err: error }, "lease scan failed"),
  );
}

/** The parse threads write blobs and do not know which are needed: the cache is trimmed here. */
function recordBlobs({ attachments }: ReadMail): void {
  const cached = attachments.filter(({ sha256 }) => sha256 !== "");
  if (cached.length === 0) return;
  blobs
    .cached(cached)
    .catch((error: unknown) => log.error({ err: error }, "clearing the attachment cache failed"));
}

/** Stops an account's sync before the account is removed, or its last messages would arrive after the removal. */
function throughEngine(inner: Execute): Execute {
  return async (name, input) => {
    if (name !== "account.remove") return inner(name, input);
    // Safe: this is the input of account.remove.
    const owner = input as { userId: UserId; accountId: AccountId };
    const account = await getAccount(database.reader, owner.userId, owner.accountId);
    if (account !== undefined) await supervisor.leave(owner.accountId);
    return inner(name, input);
  };
}
