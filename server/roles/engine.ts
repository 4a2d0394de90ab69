/** The engine's thread: it holds the write connection, follows the accounts, and does the jobs. */
import { parentPort, workerData } from "node:worker_threads";
import type { AccountId, UserId } from "@inlet/contract/ids.ts";
import { baseModel } from "#/ai/classify/model.ts";
import { resumeSorting } from "#/ai/classify/resume-sorting.ts";
import { modelPort } from "#/ai/model/models.ts";
import { summarizeRecent } from "#/ai/summaries/summarize-arrived.ts";
import { summarizeEmail } from "#/ai/summaries/summarize-email.ts";
import { systemClock as clock } from "#/base/clock.ts";
import { randomId } from "#/base/random-id.ts";
import { createLog } from "#/base/log.ts";
import { createSealedBox } from "#/base/sealed-box.ts";
import { createSigner } from "#/base/signed-url.ts";
import { createEgress } from "#/egress/egress.ts";
import { hostMailEgress } from "#/host-mail/deliver-host-mail.ts";
import { cleanUp } from "#/jobs/clean-up.ts";
import { followTelegram } from "#/integrations/telegram/updates.ts";
import { backUpAtNight } from "#/jobs/nightly-backup.ts";
import { asideJobs, backgroundJobs, jobHandlers } from "#/jobs/handlers.ts";
import { startSchedule } from "#/jobs/schedule.ts";
import { JobWorker } from "#/jobs/worker.ts";
import { createAccessTokens } from "#/mail/access-tokens.ts";
import { requireAccount } from "#/mail/accounts.ts";
import { loginFailure } from "#/mail/login-failure.ts";
import { createByteBudget } from "#/mail/sync/byte-budget.ts";
import type { ReadMail, SyncContext } from "#/mail/sync/context.ts";
import { Fleet } from "#/mail/sync/fleet.ts";
import { accountsToFollow, getAccount } from "#/store/accounts.ts";
import { disabledUsers } from "#/store/admin-users.ts";
import { createAuditAnchors } from "#/store/audit-anchors.ts";
import { openDatabase } from "#/store/database.ts";
import { createDoor, type Door } from "#/store/door.ts";
import { nextJobAt } from "#/store/jobs.ts";
import type { Committed } from "#/store/writer.ts";
import { createAuthorities } from "#/wire/oauth/authority.ts";
import { blobsOf } from "./blobs-of.ts";
import { derivedKey } from "./derived-key.ts";
import { answerLink, type EngineOptions, tellCommitted } from "./engine-link.ts";
import { gathered } from "./gathered.ts";
import { mailActions } from "./integration-actions.ts";
import { briefReader, integrationRooms } from "./integration-services.ts";
import { modelContext } from "./model-context.ts";
import { ParsePool } from "./parse-pool.ts";

/** So soon the mail of somebody who is kept out rests. */
const keptOutEveryMs = 2000;
const cleanUpEveryMs = 3600_000;
/** Where the audit log ends is noted beside the database: what came before cannot be written anew unnoticed. */
const noteAuditEveryMs = 60_000;
/** How soon after its hour the backup of a night begins. */
const backupLookMs = 60_000;
/** Mail that was there before gets its summary this soon after it was fetched. */
const summarizeEveryMs = 20_000;
/** Mail in memory between the server and the database, over all accounts. */
const budgetBytes = 8 * 1024 * 1024;
const parseThreads = 2;
/** Tabs hear of older mail as often as this: each telling makes them ask. */
const tellBulkEveryMs = 300;

if (parentPort === null) throw new Error("The engine runs in a thread of its own.");
const port = parentPort;
// The link starts this thread with these options.
const options = workerData as EngineOptions;

const log = createLog(options.logLevel).child({ role: "engine" });
const database = await openDatabase({ url: options.databaseUrl });
const worker: { jobs?: JobWorker } = {};
const tell = gathered<Committed["changes"][number]>(
  (changes) => tellCommitted(port, changes),
  tellBulkEveryMs,
);
const onCommit = ({ changes, jobs, isBulk }: Committed) => {
  tell(changes, { isUrgent: !isBulk });
  if (jobs) worker.jobs?.wake();
};
const door = createDoor(database, { clock, onCommit });
const auditAnchors = createAuditAnchors(options.auditAnchors);
const blobs = blobsOf({ ...options, dir: options.dataDir, reader: database.reader, log });
const pool = new ParsePool({ blobs: { dir: options.dataDir }, threads: parseThreads, log });
const egress = createEgress({ allowedPrivateHosts: options.allowedPrivateHosts });
const box = createSealedBox(options.masterKey);
const authorities = createAuthorities(egress, options.oauth);
const tokens = createAccessTokens({ database, door, box, clock }, authorities);
const sync: SyncContext = {
  database,
  door,
  clock,
  log,
  blobs,
  egress,
  box,
  tokens,
  async parse(source, urgency) {
    const mail = await pool.read(source, urgency);
    noteBlobs(mail);
    return mail;
  },
  budget: createByteBudget(budgetBytes),
};
const fleet = new Fleet(sync);
const delivery = {
  ...sync,
  lend: fleet.lend.bind(fleet),
  lookAround: fleet.lookAround.bind(fleet),
};
const hostMail = {
  reader: database.reader,
  door,
  box,
  clock,
  log,
  settings: options.hostMail,
  egress: hostMailEgress(options.hostMail, options.allowedPrivateHosts),
};
const integrations = { ...sync, publicUrl: options.publicUrl };
const { allowedPrivateHosts } = options;
const model = modelPort(modelContext({ ...sync, allowedPrivateHosts }, options.ai));
const telegram =
  options.integrations.telegram &&
  followTelegram(
    integrations,
    options.integrations.telegram,
    mailActions(sync, (userId, id) => summarizeEmail({ ...sync, model }, userId, id)),
    // The one process over a file need not wait for the one before it.
    database.engine === "sqlite" ? "engine" : randomId(),
  );
const stopping = new AbortController();
const jobs = new JobWorker({
  door,
  clock,
  log,
  nextAt: (kinds) => nextJobAt(database.reader, kinds),
  handlers: jobHandlers(delivery, fleet, {
    mail: hostMail,
    publicUrl: options.publicUrl,
    signer: createSigner(derivedKey(options.masterKey, "inlet signed urls"), clock),
    rooms: integrationRooms(integrations, options.integrations, briefReader(sync)),
    stopping: stopping.signal,
  }),
  background: backgroundJobs,
  aside: asideJobs,
});
worker.jobs = jobs;
const schedule = startSchedule(
  [
    {
      name: "clean-up",
      everyMs: cleanUpEveryMs,
      run: () => cleanUp({ database, door, clock, blobs }),
    },
    {
      name: "audit-anchors",
      everyMs: noteAuditEveryMs,
      run: () => auditAnchors.drop(database.reader, clock.now()),
    },
    {
      name: "kept-out",
      everyMs: keptOutEveryMs,
      // Each process lets go of what it follows itself; a job brings it back.
      run: async () => fleet.leaveAllOf(await disabledUsers(database.reader)),
    },
    {
      name: "summaries",
      everyMs: summarizeEveryMs,
      run: () => summarizeRecent({ database, door, clock, log }, stopping.signal),
    },
    ...nightlyBackup(options.backups),
  ],
  log,
);

for (const account of await accountsToFollow(database.reader)) {
  await fleet.follow({ userId: account.user_id, accountId: account.id });
}
// What a killed process was at: a person's change and mail wait for nobody.
await door("jobs.free", {});
jobs.wake();

answerLink(port, {
  door: throughEngine(door),
  syncNow: (userId, accountId) => fleet.syncNow(userId, accountId),
  live: async (accountId) => fleet.live(accountId),
  compare: async (accountId) => fleet.compare(accountId),
  async accessToken({ userId, accountId, refused }) {
    const account = await requireAccount(sync, userId, accountId);
    try {
      return await tokens.fresh(account, refused);
    } catch (cause) {
      throw loginFailure(cause);
    }
  },
  wakeJobs: () => jobs.wake(),
  async stop() {
    stopping.abort();
    await resuming;
    await schedule[Symbol.asyncDispose]();
    await telegram?.[Symbol.asyncDispose]();
    // Together, because jobs wait for connections that the fleet holds.
    await Promise.all([jobs[Symbol.asyncDispose](), fleet[Symbol.asyncDispose]()]);
    await pool[Symbol.asyncDispose]();
    await auditAnchors.drop(database.reader, clock.now());
    await database.close();
  },
});

// Nobody's change waits for it: with another model's weights it goes over everybody's mail.
const resuming = resumeSorting({ database, door }, baseModel().version, stopping.signal).catch(
  (error: unknown) => log.error({ err: error }, "sorting could not be taken up again"),
);

function nightlyBackup({ hour, ...where }: EngineOptions["backups"]) {
  if (hour === null) return [];
  const source = { ...where, blobs, box };
  const holder = randomId();
  const nights = { source, database, door, clock, log, hour, holder, stopping: stopping.signal };
  return [{ name: "backup", everyMs: backupLookMs, run: () => backUpAtNight(nights) }];
}

/** The threads that read mail write blobs and cannot tell which must stay: room is made here. */
function noteBlobs({ attachments }: ReadMail): void {
  const cached = attachments.filter(({ sha256 }) => sha256 !== "");
  if (cached.length === 0) return;
  blobs
    .cached(cached)
    .catch((error: unknown) => log.error({ err: error }, "no room could be made for attachments"));
}

/** An account that is removed must have come to rest first, or its last messages would arrive after it is gone. */
function throughEngine(inner: Door): Door {
  return async (name, input) => {
    if (name !== "account.remove") return inner(name, input);
    // Each name has its own input; this is the one of account.remove.
    const owner = input as { userId: UserId; accountId: AccountId };
    const account = await getAccount(database.reader, owner.userId, owner.accountId);
    if (account !== undefined) await fleet.leave(owner.accountId);
    return inner(name, input);
  };
}
