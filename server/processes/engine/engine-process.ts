import fastify, { type FastifyInstance } from "fastify";
import { collectDefaultMetrics, Registry } from "prom-client";
import { setTimeout as wait } from "node:timers/promises";
import { systemClock as clock } from "#/base/clock.ts";
import { createSecretBox } from "#/base/secret-box.ts";
import type { Config } from "#/config.ts";
import { mayReadMetrics } from "#/http/metrics-access.ts";
import { checkKey } from "#/mail/accounts/logins.ts";
import { allAccounts } from "#/store/accounts/queries.ts";
import { openDatabase } from "#/store/engine/database.ts";
import { migrate } from "#/store/engine/migrate.ts";
import { hasUsers } from "#/store/users/queries.ts";
import { answersWithin } from "./responds-within.ts";
import { databaseUrlOf } from "#/processes/setup/database-url.ts";
import { openDataFolder } from "#/processes/setup/data-folder.ts";
import { startEngine } from "./engine-link.ts";
import { engineOptions } from "./engine-options.ts";
import { engineWaitMs, offerFigures } from "#/processes/setup/operating-metrics.ts";
import type { WebOptions } from "#/processes/web-server/engine-client.ts";

/**
 * Starts a process that syncs mailboxes and runs jobs but serves no pages. For monitoring it serves `/healthz`, `/readyz` and
 * `/metrics`.
 */
export async function startEngineRole(
  config: Config,
  { version, log, onCrash }: WebOptions,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const folder = await openDataFolder(config.dataDir, config.secretKey);
  const database = await openDatabase({ url: databaseUrlOf(config, folder) });
  await migrate(database, {
    backupDir: folder.backups,
    onUpgrade: (migration) => log.info({ migration }, "migrating the database"),
  });
  checkKey(createSecretBox(folder.secretKey), await allAccounts(database.reader));
  const publicUrl = config.publicUrl ?? `http://${config.host}:${config.port}`;
  if (config.publicUrl === null) {
    log.warn(
      "INLET_PUBLIC_URL is not set: links in emails and integrations lead to this process, which serves no pages.",
    );
  }
  const engine = await startEngine(engineOptions(config, folder, { version, publicUrl }), {
    onCommit: () => {},
    onCrash,
  });
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const { dataDir } = config;
  offerFigures(registry, { database, clock, log, version, dataDir, askEngine: engine.ping });
  let isStopping = false;
  const isReady = async () => {
    if (isStopping) return false;
    await hasUsers(database.reader);
    return answersWithin(engine.ping, engineWaitMs);
  };
  const server = stateOf(config, registry, isReady);
  const url = await server.listen({ port: config.port, host: config.host });
  return {
    url,
    async stop() {
      isStopping = true;
      await wait(config.drainMs);
      await engine.stop();
      await server.close();
      await database.close();
    },
  };
}

function stateOf(
  config: Config,
  registry: Registry,
  isReady: () => Promise<boolean>,
): FastifyInstance {
  const server = fastify({ logger: false, forceCloseConnections: true });
  const access = {
    token: config.metricsToken,
    trustProxy: config.trustProxy,
    publicUrl: config.publicUrl,
  };
  server.get("/healthz", async () => ({ ok: true }));
  server.get("/readyz", async (_request, reply) => {
    const ok = await isReady().catch(() => false);
    return reply.code(ok ? 200 : 503).send({ ok });
  });
  server.get("/metrics", async (request, reply) => {
    // The same response as the web endpoint's, for a client without access.
    if (!mayReadMetrics(request, access)) return reply.code(403).send({ ok: false });
    return reply
      .type(registry.contentType)
      .header("cache-control", "no-store")
      .send(await registry.metrics());
  });
  return server;
}
