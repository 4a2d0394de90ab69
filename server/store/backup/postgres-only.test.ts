import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createSecretBox } from "#/base/secret-box.ts";
import { freshPostgres } from "#/testing/database/postgres.ts";
import { createBlobs } from "../blobs/blobs.ts";
import { backUp } from "./create-backup.ts";
import { readManifest } from "./manifest.ts";
import { restore } from "./restore.ts";
import { fillPostgres } from "./restore-postgres.ts";
import { takeSnapshot } from "./snapshot.ts";

const now = Date.parse("2026-11-26T03:00:00Z");
const box = createSecretBox(randomBytes(32));
let dir = "";
let drops: (() => Promise<void>)[] = [];
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "inlet-postgres-only-"));
});
afterEach(async () => {
  for (const drop of drops) await drop();
  drops = [];
  await rm(dir, { recursive: true });
});

async function aDatabase(): Promise<string> {
  const { url, drop } = await freshPostgres();
  drops.push(drop);
  return url;
}

async function ask(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

const blobs = () => createBlobs({ dir: path.join(dir, "blobs"), capBytes: 2 ** 20 });
const aTarget = (url: string) => ({
  engine: "postgres" as const,
  url,
  dataDir: path.join(dir, "home"),
  blobs: blobs(),
  box,
  now,
});

it("a backup holds Inlet's schema only, and a restore leaves other schemas unchanged", async () => {
  const [from, to] = [await aDatabase(), await aDatabase()];
  await ask(from, "CREATE SCHEMA shop; CREATE TABLE shop.orders AS SELECT 'old' AS what");
  const source = { blobs: blobs(), box, version: "1.0.0", now: () => now };
  const backups = path.join(dir, "backups");
  const { file } = await backUp(
    { ...source, dir: backups, database: { engine: "postgres", url: from } },
    "manual",
  );
  await ask(to, "CREATE SCHEMA shop; CREATE TABLE shop.orders AS SELECT 'new' AS what");
  const done = await restore(aTarget(to), path.join(backups, file), { isReplacing: true });
  expect(done.aside).toContain("inlet_before_");
  expect(await ask(to, "SELECT what FROM shop.orders")).toEqual([{ what: "new" }]);
  expect(await ask(to, "SELECT count(*)::int AS n FROM public.users")).toEqual([{ n: 0 }]);
});

it("a copy that pg_restore of this server cannot restore is rejected before any change", async () => {
  const url = await aDatabase();
  const copy = path.join(dir, "inlet.pgdump");
  const snapshot = await takeSnapshot("postgres", url, copy);
  // Simulates a pg_dump of a future version: the format version follows the magic bytes.
  await using file = await open(copy, "r+");
  await file.write(Buffer.from([1, 250]), 0, 2, "PGDMP".length);
  await mkdir(path.join(dir, "home"));
  const relations = () =>
    ask(
      url,
      "SELECT oid::int, relname FROM pg_class WHERE relnamespace = 'public'::regnamespace ORDER BY 1",
    );
  const before = await relations();
  const manifest = { ...(await anyManifest(url)), ...snapshot, blobs: [] };
  const aside = path.join(dir, "home", "aside");
  await expect(
    fillPostgres(aTarget(url), { copy, manifest, aside, stamp: "20261126030000" }),
  ).rejects.toThrow(/are not compatible\. Install postgresql-client-\d+, .* Nothing was changed/);
  expect(await relations()).toEqual(before);
});

async function anyManifest(url: string) {
  const backups = path.join(dir, "any");
  const source = { blobs: blobs(), box, version: "1.0.0", now: () => now };
  const { file } = await backUp(
    { ...source, dir: backups, database: { engine: "postgres", url } },
    "manual",
  );
  return readManifest(path.join(backups, file));
}
