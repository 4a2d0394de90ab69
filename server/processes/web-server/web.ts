import { setTimeout as wait } from "node:timers/promises";
import type { UserId } from "@inlet/contract/ids.ts";
import type { FastifyInstance } from "fastify";
import { Registry } from "prom-client";
import { createAdmission } from "#/auth/admission.ts";
import { createAuth } from "#/auth/auth.ts";
import { createPasswords, productionCost } from "#/auth/passwords.ts";
import { systemClock as clock } from "#/base/clock.ts";
import type { Log } from "#/base/log.ts";
import { createSecretBox, type SecretBox } from "#/base/secret-box.ts";
import { createSigner } from "#/base/signed-url.ts";
import type { Config } from "#/config.ts";
import { createEgress, type Egress } from "#/egress/egress.ts";
import { createApp } from "#/http/app.ts";
import { createHostMail } from "#/host-mail/host-mail.ts";
import { createHub } from "#/realtime/hub.ts";
import { checkKey } from "#/mail/accounts/logins.ts";
import type { LongReads } from "#/mail/context.ts";
import { vapidKeys } from "#/mail/notify/vapid.ts";
import { blobsOf } from "#/processes/setup/open-blobs.ts";
import { type DataFolder, openDataFolder } from "#/processes/setup/data-folder.ts";
import { databaseUrlOf } from "#/processes/setup/database-url.ts";
import { derivedKey } from "#/processes/setup/derived-key.ts";
import {
  engineOf,
  type EngineOfWeb,
  type WebOptions,
} from "#/processes/web-server/engine-client.ts";
import { modelContext } from "#/processes/setup/model-context.ts";
import { offerFigures, timeCommands } from "#/processes/setup/operating-metrics.ts";
import { quotasOf } from "#/processes/setup/quota-settings.ts";
import { createReads } from "#/processes/workers/reads.ts";
import { tokensOfEngine } from "#/processes/engine/engine-tokens.ts";
import { webContext } from "#/processes/web-server/web-context.ts";
import { allAccounts } from "#/store/accounts/queries.ts";
import { createAuditAnchors } from "#/store/audit/anchors.ts";
import { createAccessTokens } from "#/mail/accounts/access-tokens.ts";
import { dropUnfinishedRestores } from "#/store/backup/unfinished-restores.ts";
import { type Database, openDatabase } from "#/store/engine/database.ts";
import type { Execute } from "#/store/commands/command-bus.ts";
import { lockFolder } from "#/store/engine/data-folder-lock.ts";
import { migrate } from "#/store/engine/migrate.ts";
import { hasUsers } from "#/store/users/queries.ts";
import { createAuthorities } from "#/wire/oauth/authority.ts";
import type { AuthParts, SocialSignIn } from "#/auth/context.ts";
import type { Auth } from "#/auth/types.ts";

/** When the server stops, running requests may take this long. */
const callsEndWithinMs = 5000;

const storeError = "The file storage cannot be used. Check the INLET_S3_* settings.";

export interface RunningWeb {
  /** The public address. */
  url: string;
  hasUsers: boolean;
  /** Token of the invitation for the first account, if one is needed. */
  firstInvite: string | null;
  stop: () => Promise<void>;
}

/** Starts the database, the engine in its thread, and HTTP on this thread. */
export async function startWeb(config: Config, options: WebOptions): Promise<RunningWeb> {
  const { log } = options;
  const { folder, lock, database, box } = await openStore(config, log);
  const live = createHub(database.reader);
  const notify = (changes: { userId: UserId }[]) => {
    for (const { userId } of changes) live.notify(userId);
  };
  const publicUrl = config.publicUrl ?? `http://${config.host}:${config.port}`;
  const listeners = { notify, onGap: () => live.notifyAll() };
  const engine = await engineOf(config, { folder, database, publicUrl }, options, listeners);
  const registry = new Registry();
  const execute = timeCommands(registry, engine.execute);
  const isInhabited = await hasUsers(database.reader);
  const rule = { mode: config.registration, isFixed: config.isRegistrationFixed };
  const admission = await createAdmission({ reader: database.reader, clock }, rule, isInhabited);
  // PORT may be 0, so the port is known only once the server listens.
  const own = { url: config.publicUrl ?? "" };
  const egress = createEgress({ allowedPrivateHosts: config.allowedPrivateHosts });
  const parts = { folder, database, execute, box, egress, log };
  const auth = authOf(config, parts, { admission, siteUrl: (path) => `${own.url}${path}` });
  const reading = createReads({ database, clock, log });
  const mail = mailOf(config, parts, { engine, longReads: reading.longReads, publicUrl });
  const models = modelContext(
    { ...mail, allowedPrivateHosts: config.allowedPrivateHosts },
    config.ai,
  );
  offerFigures(registry, {
    database,
    clock,
    log,
    version: options.version,
    dataDir: config.dataDir,
    askEngine: engine.ping,
  });
  // A misconfigured store is reported at once, and not by the first upload.
  if (config.s3 !== null) mail.blobs.dropUnfinished(0).catch(() => log.error(storeError));
  // Created at the first start, which includes it in every backup.
  await vapidKeys(mail);
  const context = webContext({
    mail,
    auth,
    live,
    engine,
    models,
    reads: reading.reads,
    integrations: config,
    canSendMail: config.mail !== null,
    landing: config.landing,
    folders: { blobs: folder.blobs, backups: config.backups.dir ?? folder.backups },
    version: options.version,
  });
  let isStopping = false;
  const app = await createApp({
    context: { ...context, isReady: async () => !isStopping && (await context.isReady()) },
    signer: createSigner(derivedKey(folder.secretKey, "inlet signed urls"), clock),
    clock,
    log,
    version: options.version,
    webDir: options.webDir,
    hasLanding: config.landing.isShown,
    hasFigures: config.landing.hasFigures,
    trustProxy: config.trustProxy,
    publicUrl: config.publicUrl,
    registry,
    metricsToken: config.metricsToken,
  });
  const address = await app.listen({ port: config.port, host: config.host });
  own.url ||= address;
  return {
    url: own.url,
    hasUsers: isInhabited,
    firstInvite: admission.firstInvite,
    stop: async () => {
      isStopping = true;
      // A load balancer polls the readiness, and then sends no further calls here.
      await wait(config.drainMs);
      await stop(app, engine, { database, reading }, auth);
      lock?.release();
    },
  };
}

interface Parts {
  folder: DataFolder;
  database: Database;
  execute: Execute;
  box: SecretBox;
  egress: Egress;
  log: Log;
}

/** Opens the data folder and its database, upgraded and with the right key. */
async function openStore(config: Config, log: Log) {
  const folder = await openDataFolder(config.dataDir, config.secretKey);
  // With separate roles several processes share a folder, which a lock of one of them would close to the rest.
  const lock = config.role === "all" ? lockFolder(config.dataDir) : null;
  if (lock) await dropUnfinishedRestores(config.dataDir);
  const databaseUrl = databaseUrlOf(config, folder);
  const database = await openDatabase({ url: databaseUrl });
  await migrate(database, {
    backupDir: folder.backups,
    onUpgrade: (migration) => log.info({ migration }, "migrating the database"),
  });
  const box = createSecretBox(folder.secretKey);
  checkKey(box, await allAccounts(database.reader));
  return { folder, lock, database, box };
}

function authOf(
  config: Config,
  { folder, database, execute, box, egress, log }: Parts,
  { admission, siteUrl }: Pick<AuthParts, "admission" | "siteUrl">,
): Auth {
  return createAuth({
    reader: database.reader,
    execute,
    clock,
    admission,
    passwords: createPasswords(productionCost),
    box,
    log,
    hostMail: createHostMail({ execute, box, clock }, config.mail),
    siteUrl,
    elsewhere: socialSignInOf(config, egress),
    failuresKey: derivedKey(folder.secretKey, "inlet failed sign-ins"),
    auditAnchors: createAuditAnchors(folder.auditAnchors),
  });
}

/** Returns the parts with which this process reads and writes mail. */
function mailOf(
  config: Config,
  { folder, database, execute, box, egress, log }: Parts,
  {
    engine,
    longReads,
    publicUrl,
  }: { engine: EngineOfWeb; longReads: LongReads; publicUrl: string },
) {
  const authorities = createAuthorities(egress, config.oauth);
  return {
    database,
    execute,
    clock,
    log,
    egress,
    box,
    authorities,
    longReads,
    blobs: blobsOf({ ...config, dir: folder.blobs, reader: database.reader, log }),
    tokens: engine.accessToken
      ? tokensOfEngine(engine.accessToken)
      : createAccessTokens({ database, execute, box, clock }, authorities),
    quotas: quotasOf(config),
    publicUrl,
  };
}

/** Returns the sign-in providers: the providers of mailboxes too, with the same registrations. */
function socialSignInOf({ oauth, oidc }: Config, egress: Egress): SocialSignIn {
  const settings = { ...oauth, ...(oidc && { oidc }) };
  return {
    authorities: createAuthorities(egress, settings, { checksSignatures: true }),
    ownName: oidc?.name ?? "",
  };
}

/** Refuses new calls, waits for the current ones, then writes all pending data. */
async function stop(
  app: FastifyInstance,
  engine: EngineOfWeb,
  { database, reading }: { database: Database; reading: AsyncDisposable },
  { apiTokens }: Auth,
): Promise<void> {
  // A slow download must not delay the writes that are still pending.
  const enough = setTimeout(() => app.server.closeAllConnections(), callsEndWithinMs);
  await app.close();
  clearTimeout(enough);
  await apiTokens.record.flush();
  await engine.stop();
  await reading[Symbol.asyncDispose]();
  await database.close();
}
