import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { startCuttableProxy } from "#/testing/faults/cuttable-proxy.ts";
import { startInstallation, subjectsIn } from "#/testing/apps/installation.ts";
import { type PostgresServer, startPostgresServer } from "#/testing/database/postgres-server.ts";

const goesOn = { timeout: 60_000 };

test("a failover to the standby loses no mail and sends none twice", async () => {
  const { proxy, primary, standby } = await startPair();
  const { start, register, connect, deliver, left } = await startInstallation({
    DATABASE_URL: `postgres://inlet@127.0.0.1:${proxy.port}/postgres`,
  });
  const [web] = await Promise.all([start("web"), start("engine")]);
  const { client } = await register(web.origin);
  const accountId = await connect(client);
  const queued: string[] = [];
  const refused: unknown[] = [];
  let count = 0;
  const send = async () => {
    const subject = `out ${count++}`;
    const mail = { accountId, to: "bob@elsewhere.example", subject, content: "Hello." };
    const answer = await client.send("POST /email/send", mail);
    if (answer.ok) queued.push(subject);
    else refused.push(await answer.json());
    return answer.ok;
  };
  await deliver("in before");
  for (let at = 0; at < 5; at++) expect(await send()).toBe(true);

  await Promise.all([
    primary.call("pg_ctl", "stop", "-s", "-m", "immediate", "-D", primary.data),
    send(),
  ]);
  await deliver("in meanwhile");
  expect(await send()).toBe(false);
  // Requests that reach the standby before its promotion can only read.
  proxy.turnTo(standby.port);
  await vi.waitFor(() => client.call("GET /email/list", {}), goesOn);
  expect(await send()).toBe(false);
  await standby.call("pg_ctl", "promote", "-w", "-s", "-D", standby.data);
  await vi.waitFor(async () => expect(await send()).toBe(true), goesOn);
  await deliver("in after");

  // Each failure has a code of the error catalog.
  const errorCode = expect.stringMatching(/^(?:internal|disk\.read_only)$/);
  for (const failure of refused) expect(failure).toMatchObject({ code: errorCode });
  await vi.waitFor(() => expect(left).toEqual(expect.arrayContaining(queued)), goesOn);
  await vi.waitFor(async () => {
    const arrived = (await subjectsIn(client)).filter((subject) => subject.startsWith("in "));
    expect(arrived.toSorted()).toEqual(["in after", "in before", "in meanwhile"]);
  }, goesOn);
  expect(new Set(left).size).toBe(left.length);
}, 180_000);

/** Starts a server, a synchronous standby, and an address that leads to one of them. */
async function startPair() {
  const primary = await startServer();
  const standby = await startServer(primary.port);
  const client = new pg.Client({
    connectionString: `postgres://inlet@127.0.0.1:${primary.port}/postgres`,
  });
  await client.connect();
  await client.query("ALTER SYSTEM SET synchronous_standby_names = 'standby'");
  await client.query("SELECT pg_reload_conf()");
  await client.end();
  const proxy = await startCuttableProxy(primary.port);
  onTestFinished(() => proxy[Symbol.asyncDispose]());
  return { proxy, primary, standby };
}

async function startServer(copyOf?: number): Promise<PostgresServer> {
  const dir = await mkdtemp(path.join(tmpdir(), "inlet-failover-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true, maxRetries: 5 }));
  const server = await startPostgresServer(dir, copyOf);
  // The test may already have stopped it.
  onTestFinished(() =>
    server
      .call("pg_ctl", "stop", "-s", "-m", "immediate", "-D", server.data)
      .catch(() => undefined),
  );
  return server;
}
