import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { freshFile } from "#/testing/database/fresh-file.ts";
import { productProgram } from "#/testing/apps/product-bundle.ts";

// Processes take long on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

const mib = 1024 ** 2;
/** A later version's migration, which doubles the size of the database. */
const next = "CREATE TABLE next AS SELECT * FROM bodies";

let later = "";
let product: Awaited<ReturnType<typeof productProgram>>;
beforeAll(async () => {
  product = await productProgram("main");
  const bundle = path.dirname(product.file);
  // The copy is in the same folder: a bundle finds other files of the repository by its location.
  later = await mkdtemp(path.join(path.dirname(bundle), "later-"));
  await cp(bundle, later, { recursive: true });
  await writeFile(path.join(later, "migrations/sqlite/9999-next.sql"), next);
});
afterAll(() => rm(later, { recursive: true, force: true }));

/** A private mount namespace: without root it needs a private user namespace. */
const mounting = process.getuid?.() === 0 ? ["--mount"] : ["--mount", "--user", "--map-root-user"];

/** Creates a database of this version with this many bodies of about 4 kB. */
async function anOldDatabase(bodies: number): Promise<{ dir: string; file: string }> {
  const dir = await mkdtemp(path.join(tmpdir(), "inlet-full-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const file = await freshFile(dir);
  const old = new DatabaseSync(file);
  const insert = old.prepare("INSERT INTO bodies (user_id, message_id, text) VALUES (?, ?, ?)");
  old.exec("BEGIN");
  for (let n = 0; n < bodies; n++) insert.run("u", `m${n}`, `${n} `.repeat(1000).slice(0, 4000));
  old.exec("COMMIT; PRAGMA wal_checkpoint(TRUNCATE)");
  old.close();
  await mkdir(path.join(dir, "disk"));
  return { dir, file };
}

/**
 * Starts Inlet with that database on a private disk, in parallel to a script that knows its `$pid`. The data are in `left`
 * afterwards.
 */
async function startOn(
  { dir, file }: { dir: string; file: string },
  {
    sizeBytes,
    before = "true",
    beside = "true",
  }: { sizeBytes: number; before?: string; beside?: string },
): Promise<{ code: number; output: string; left: string }> {
  const disk = path.join(dir, "disk");
  const left = path.join(dir, "left");
  const lines = [
    `mount -t tmpfs -o size=${sizeBytes} tmpfs ${disk}`,
    `mkdir -m 700 ${disk}/data && cp ${file} ${disk}/data/inlet.db`,
    `cd ${disk}/data && { ${before}; }`,
    `{ ${process.execPath} ${later}/main.js & pid=$!; ${beside}; wait $pid; code=$?; cp -r ${disk}/data ${left}; exit $code; }`,
  ];
  const server = spawn("unshare", [...mounting, "sh", "-c", lines.join(" && ")], {
    env: { ...product.env, PORT: "0", INLET_DATA_DIR: `${disk}/data` },
    stdio: ["ignore", "ignore", "pipe"],
    detached: true,
  });
  // With its child processes, and only if it has not ended.
  onTestFinished(() => {
    if (server.exitCode === null && server.pid !== undefined) process.kill(-server.pid, "SIGKILL");
  });
  const output = text(server.stderr);
  const [code] = (await once(server, "close")) as [number];
  return { code, output: await output, left };
}

/** Returns a checksum of all tables. */
function sumOf(file: string): string {
  const database = new DatabaseSync(file);
  try {
    expect(database.prepare("PRAGMA integrity_check").all()).toEqual([{ integrity_check: "ok" }]);
    const schema = database.prepare("SELECT name, sql FROM sqlite_schema ORDER BY name").all();
    const sum = createHash("sha256").update(JSON.stringify(schema));
    const tables = schema.filter(({ sql }) => String(sql).startsWith("CREATE TABLE"));
    expect(tables.map(({ name }) => name)).toContain("bodies");
    for (const { name } of tables) {
      sum.update(JSON.stringify(database.prepare(`SELECT * FROM "${String(name)}"`).all()));
    }
    return sum.digest("hex");
  } finally {
    database.close();
  }
}

it("starts no upgrade without space for the copy, and reports how much it needs and where", async () => {
  const old = await anOldDatabase(2000);
  const before = sumOf(old.file);
  const { size } = await stat(old.file);
  const { code, output, left } = await startOn(old, { sizeBytes: 1.5 * size });
  expect(output).toMatch(
    /^There is no room for the copy of the database that is made before an upgrade: it needs \d+\.\d MiB in \S+\/data\/backups, where \d\.\d MiB are free\. Make room there and start Inlet again\. The database is as it was before\.\n$/,
  );
  expect(code).toBe(1);
  const [, needs, free] = /needs ([\d.]+) MiB .* where ([\d.]+) MiB/.exec(output) ?? [];
  expect(Number(needs)).toBeGreaterThan(Number(free));
  expect(await readdir(path.join(left, "backups"))).toEqual([]);
  expect(sumOf(path.join(left, "inlet.db"))).toEqual(before);
});

it("leaves no partial copy when the disk fills during it, and an unchanged database", async () => {
  const old = await anOldDatabase(16_000);
  const before = sumOf(old.file);
  const { size } = await stat(old.file);
  const { code, output, left } = await startOn(old, {
    sizeBytes: 2 * size + 24 * mib,
    // Paused while another process fills the disk: however fast it copies, the copy has begun and is not complete.
    beside: [
      `until set -- backups/*.part; [ -s "$1" ]; do sleep 0.005; done`,
      `kill -STOP $pid; dd if=/dev/zero of=filler bs=64k 2>/dev/null; kill -CONT $pid`,
    ].join("; "),
  });
  expect(output).toMatch(/^There is no room for the copy .* The database is as it was before\.\n$/);
  expect(code).toBe(1);
  expect(await readdir(path.join(left, "backups"))).toEqual([]);
  expect(sumOf(path.join(left, "inlet.db"))).toBe(before);
});

it("rolls back an upgrade when the disk fills, and reports which disk is full", async () => {
  const old = await anOldDatabase(2000);
  const before = sumOf(old.file);
  const { size } = await stat(old.file);
  const { code, output, left } = await startOn(old, { sizeBytes: 2 * size + mib / 2 });
  expect(output).toMatch(
    /^The disk of \S+\/data became full during the upgrade\. Free up space and start Inlet again\. The database is unchanged\.\n$/,
  );
  expect(code).toBe(1);
  expect(sumOf(path.join(left, "inlet.db"))).toBe(before);
  const [copy = "", ...more] = await readdir(path.join(left, "backups"));
  expect(more).toEqual([]);
  expect(sumOf(path.join(left, "backups", copy))).toBe(before);
});

it("reports a full disk at the start", async () => {
  const old = await anOldDatabase(10);
  const key = "head -c 32 /dev/zero | base64 > secret.key";
  const filled = "dd if=/dev/zero of=filler bs=4k 2>/dev/null || true";
  const { code, output } = await startOn(old, { sizeBytes: 4 * mib, before: `${key}; ${filled}` });
  expect([code, output]).toEqual([
    1,
    "Inlet could not start: This server's disk is full. No mail is lost: it stays on the mail server until there is space. (database or disk is full)\n",
  ]);
});
