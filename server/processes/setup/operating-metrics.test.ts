import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Registry } from "prom-client";
import { expect, onTestFinished, test } from "vitest";
import { createLog } from "#/base/log.ts";
import { offerFigures, timeCommands } from "#/processes/setup/operating-metrics.ts";
import type { Execute } from "#/store/commands/command-bus.ts";
import { withDatabases } from "#/testing/database/database.ts";
import { aMailbox } from "#/testing/mailboxes/mailbox.ts";
import { openStore } from "#/testing/database/test-store.ts";
import { aUser } from "#/testing/apps/published-calls.ts";

withDatabases((open) => {
  test("reports the state of the server, without data about users", async () => {
    const { database, execute, clock } = await openStore(open);
    const registry = new Registry();
    const dataDir = await mkdtemp(path.join(tmpdir(), "inlet-figures-"));
    onTestFinished(() => rm(dataDir, { recursive: true }));
    await mkdir(path.join(dataDir, "blobs", "ab"), { recursive: true });
    await writeFile(path.join(dataDir, "blobs", "ab", "abc"), Buffer.alloc(1234));
    const timed = timeCommands(registry, execute);
    const userId = await aUser(execute);
    const { accountId } = await aMailbox(timed, userId, "canary");
    await timed("account.state", { accountId, state: "watching", lastSyncAt: clock.at });
    const broken: Execute = async () => Promise.reject(new Error("no room"));
    await expect(timeCommands(new Registry(), broken)("jobs.free", {})).rejects.toThrow("no room");
    clock.at += 3600_000;
    offerFigures(registry, {
      database,
      dataDir,
      version: "1.2.3",
      log: createLog("silent"),
      clock: { now: () => clock.at },
      askEngine: async () => undefined,
    });
    const text = await registry.metrics();

    expect(figure(text, "inlet_users")).toBe(1);
    expect(figure(text, 'inlet_accounts{state="watching"}')).toBe(1);
    expect(figure(text, "inlet_accounts_behind")).toBe(1);
    expect(figure(text, "inlet_oldest_sync_seconds")).toBe(3600);
    expect(figure(text, 'inlet_outbox{state="queued"}')).toBe(1);
    expect(figure(text, 'inlet_jobs{kind="send-outbox",state="later"}')).toBe(1);
    expect(figure(text, 'inlet_jobs{kind="watch-account",state="due"}')).toBe(1);
    expect(figure(text, "inlet_oldest_due_job_seconds")).toBeGreaterThanOrEqual(3600);
    expect(figure(text, "inlet_database_bytes")).toBeGreaterThan(10_000);
    expect(figure(text, 'inlet_files_bytes{what="blobs"}')).toBe(1234);
    expect(figure(text, 'inlet_disk_bytes{what="free"}')).toBeGreaterThan(0);
    expect(figure(text, "inlet_engine_answer_seconds")).toBeLessThan(2);
    expect(figure(text, 'inlet_write_seconds_count{outcome="done"}')).toBe(5);
    for (const secret of ["canary", userId, accountId, "@"]) expect(text).not.toContain(secret);
  });

  test("reports an engine that does not respond, and keeps working without the database", async () => {
    const { database, clock } = await openStore(open);
    const registry = new Registry();
    offerFigures(registry, {
      database,
      dataDir: tmpdir(),
      version: "1.2.3",
      log: createLog("silent"),
      clock: { now: () => clock.at },
      askEngine: () => Promise.reject(new Error("The engine has ended.")),
    });
    const ask = registry.getSingleMetricAsString("inlet_engine_answer_seconds");
    expect(figure(await ask, "inlet_engine_answer_seconds")).toBe(2);
    await database.reader.selectFrom("users").selectAll().execute();
    await database.close();
    expect(await registry.getSingleMetricAsString("inlet_accounts")).not.toContain("state=");
  });
});

function figure(text: string, name: string): number {
  const line = text.split("\n").find((each) => each.startsWith(`${name} `));
  return Number(line?.slice(name.length) ?? Number.NaN);
}
