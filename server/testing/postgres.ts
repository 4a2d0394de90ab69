import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { migrate } from "#/store/migrate.ts";
import { openDatabase } from "#/store/database.ts";
import { checkPartitions } from "./one-partition.ts";
import { startPostgresServer } from "./postgres-server.ts";

const template = "inlet_template";

/**
 * The address of a fresh, migrated PostgreSQL database. All test files of one run share a private cluster, which the
 * first of them starts and a watchdog stops once the run has ended. Fails with a sentence when PostgreSQL is missing.
 * `drop` fails when something looked for one person's mail in more than one partition.
 */
export async function freshPostgres(): Promise<{ url: string; drop: () => Promise<void> }> {
  cluster ??= joinCluster();
  const base = await cluster;
  const name = `inlet_${randomBytes(6).toString("hex")}`;
  await administer(base, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  return {
    url: `${base}/${name}`,
    drop: async () => {
      try {
        await checkPartitions(`${base}/${name}`);
      } finally {
        await administer(base, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      }
    },
  };
}

let cluster: Promise<string> | undefined;

async function administer(base: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${base}/postgres` });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The runner is the parent of every process that runs test files: its number names the cluster. */
async function joinCluster(): Promise<string> {
  const dir = join(tmpdir(), `inlet-postgres-${process.ppid}-${await startOf(process.ppid)}`);
  const ready = join(dir, "address");
  const failed = join(dir, "failed");
  if (await makeDirectory(dir)) {
    try {
      const base = await startCluster(dir);
      await writeFile(`${ready}.new`, base);
      await rename(`${ready}.new`, ready);
      return base;
    } catch (error) {
      await writeFile(failed, error instanceof Error ? error.message : String(error));
      throw error;
    }
  }
  const deadline = Date.now() + 60_000;
  while (!existsSync(ready)) {
    if (existsSync(failed)) throw new Error(await readFile(failed, "utf8"));
    if (Date.now() > deadline) throw new Error(`PostgreSQL for the tests did not start in ${dir}.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return readFile(ready, "utf8");
}

/** When a process started, for numbers are given out again; only Linux says. */
async function startOf(pid: number): Promise<string> {
  const path = `/proc/${pid}/stat`;
  if (!existsSync(path)) return "0";
  // proc(5): the 22nd field; the second is a name in parentheses that may hold spaces.
  const text = await readFile(path, "utf8");
  return text.slice(text.lastIndexOf(")") + 2).split(" ")[19] ?? "0";
}

/** True for the first to ask. */
async function makeDirectory(dir: string): Promise<boolean> {
  try {
    await mkdir(dir, { mode: 0o755 });
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

async function startCluster(dir: string): Promise<string> {
  const { data, port, words } = await startPostgresServer(dir);
  const stop = `while kill -0 ${process.ppid} 2>/dev/null; do sleep 0.5; done; ${words("pg_ctl", "stop", "-s", "-m", "immediate", "-D", data).join(" ")}; rm -rf ${dir}`;
  spawn("sh", ["-c", stop], { detached: true, stdio: "ignore" }).unref();

  const base = `postgres://inlet@127.0.0.1:${port}`;
  await administer(base, `CREATE DATABASE ${template}`);
  const database = await openDatabase({ url: `${base}/${template}` });
  await migrate(database);
  await database.close();
  return base;
}
