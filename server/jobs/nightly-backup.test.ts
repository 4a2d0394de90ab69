import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createLog } from "#/base/log.ts";
import { createSecretBox } from "#/base/secret-box.ts";
import { listBackups } from "#/store/backup/create-backup.ts";
import { createBlobs } from "#/store/blobs/blobs.ts";
import { createCommandBus } from "#/store/commands/command-bus.ts";
import { endLeases } from "#/testing/faults/expire-leases.ts";
import { openTestDatabase } from "#/testing/database/database.ts";
import { backUpAtNight, type Nights } from "./nightly-backup.ts";

const hourMs = 3600_000;

async function installed(engine: "sqlite" | "postgres") {
  const dir = await mkdtemp(path.join(tmpdir(), "inlet-nights-"));
  onTestFinished(() => rm(dir, { recursive: true }));
  const database = await openTestDatabase(engine);
  // Noon of the day after the installation, by this machine's clock.
  const noon = new Date();
  noon.setDate(noon.getDate() + 1);
  noon.setHours(12, 0, 0, 0);
  const clock = { time: noon.getTime(), now: () => clock.time };
  const execute = createCommandBus(database, { clock, onCommit: () => {} });
  const blobs = createBlobs({ dir: path.join(dir, "blobs"), capBytes: 2 ** 20 });
  const nights = (holder: string): Nights => ({
    source: {
      blobs,
      box: createSecretBox(Buffer.alloc(32, 1)),
      dir: path.join(dir, `of ${holder}`),
      version: "1.0.0",
    },
    database,
    execute,
    clock,
    hour: 3,
    holder,
    log: createLog("silent"),
    stopping: new AbortController().signal,
  });
  const noted = () =>
    database.reader.selectFrom("made_backups").select(["folder", "kind"]).execute();
  const count = async (holder: string) =>
    (await listBackups(nights(holder).source.dir)).backups.length;
  return { clock, nights, count, noted };
}

test("creates one backup per night, and makes up for a night in which the machine was off", async () => {
  const { clock, nights, count } = await installed("sqlite");
  await backUpAtNight(nights("one"));
  await backUpAtNight(nights("one"));
  expect(await count("one")).toBe(1);
  clock.time += 14 * hourMs;
  await backUpAtNight(nights("one"));
  expect(await count("one")).toBe(1);
  clock.time += 2 * hourMs;
  await backUpAtNight(nights("one"));
  expect(await count("one")).toBe(2);
});

test("creates no backup for nights before the installation", async () => {
  const { clock, nights, count } = await installed("sqlite");
  clock.time -= 36 * hourMs;
  await backUpAtNight(nights("one"));
  expect(await count("one")).toBe(0);
});

test("one of several processes on a database creates the backup, and another does after a failure", async () => {
  const { clock, nights, count, noted } = await installed("postgres");
  const both = [nights("one"), nights("two")];
  await Promise.all(both.map((one) => backUpAtNight(one)));
  await Promise.all(both.map((one) => backUpAtNight(one)));
  expect((await count("one")) + (await count("two"))).toBe(1);
  const maker = (await count("one")) === 1 ? "one" : "two";
  expect(await noted()).toEqual([{ folder: nights(maker).source.dir, kind: "nightly" }]);

  clock.time += 24 * hourMs;
  const failing = nights("one");
  await endLeases(failing.database);
  failing.source.blobs = { open: () => Promise.reject(new Error("no")) };
  failing.source.dir = "/dev/null/nowhere";
  await backUpAtNight(failing).catch(() => {});
  await backUpAtNight(nights("two"));
  expect(await count("two")).toBeGreaterThan(0);
});

test("retries a refused backup after an hour, not earlier", async () => {
  const { clock, nights } = await installed("sqlite");
  const refusals: unknown[] = [];
  const failing = nights("one");
  failing.log = { ...failing.log, error: (what: unknown) => void refusals.push(what) };
  failing.source.dir = "/dev/null/refused";
  await backUpAtNight(failing);
  clock.time += hourMs - 1;
  await backUpAtNight(failing);
  expect(refusals).toHaveLength(1);
  clock.time += 1;
  await backUpAtNight(failing);
  expect(refusals).toHaveLength(2);
});
