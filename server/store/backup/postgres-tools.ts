import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { BackupRefused } from "./manifest.ts";

const run = promisify(execFile);
/** Folder in which Debian installs the programs of each version. */
const debianFolder = "/usr/lib/postgresql";

/**
 * Runs one of PostgreSQL's programs, with this database or without one. Throws BackupRefused with the program's error output, or
 * if the program is not installed.
 */
export async function runPostgres(
  program: "pg_dump" | "pg_restore",
  url: string | null,
  options: readonly string[],
): Promise<void> {
  const { database, password } = splitUrl(url);
  try {
    await run(await findExecutable(program), [...options, ...database], {
      // The environment that every program gets, and the password: the arguments are visible to every user of the machine.
      env: { ...process.env, ...(password && { PGPASSWORD: password }) },
      maxBuffer: 256 * 1024 * 1024,
    });
  } catch (cause) {
    if (cause instanceof BackupRefused) throw cause;
    if (isCode(cause, "ENOENT")) {
      throw new BackupRefused(
        `${program} is not installed. Backups of PostgreSQL need it: on Debian, apt-get install postgresql-client. It must not be older than the server.`,
        { cause },
      );
    }
    const stderr = cause instanceof Error && "stderr" in cause ? String(cause.stderr) : "";
    const server = /server version: (\d{1,4})/.exec(stderr)?.[1];
    const own = /pg_\w{1,20} version: (\d{1,4})/.exec(stderr)?.[1];
    if (server !== undefined && own !== undefined) {
      throw new BackupRefused(
        `${program} is from PostgreSQL ${own}, but the server is PostgreSQL ${server}: install the package postgresql-client-${server}. Nothing was changed.`,
        { cause },
      );
    }
    throw new BackupRefused(`${program} failed: ${lastLines(stderr) || String(cause)}`, {
      cause,
    });
  }
}

/**
 * Checks that this machine's pg_restore can read the backup, and that this server accepts its output. Restores and changes
 * nothing. Throws BackupRefused.
 */
export async function requireFit(
  url: string,
  copy: string,
  server: { version: string },
): Promise<void> {
  const nothing = `${copy}.nothing`;
  await writeFile(nothing, "");
  try {
    await runPostgres("pg_restore", url, ["--exit-on-error", `--use-list=${nothing}`, copy]);
  } catch (cause) {
    if (!(cause instanceof BackupRefused)) throw cause;
    const major = Number.parseInt(server.version, 10);
    throw new BackupRefused(
      `pg_restore, this backup and PostgreSQL ${server.version} are not compatible. Install postgresql-client-${major}, or restore into the version that the backup was made from. Nothing was changed. (${cause.message})`,
      { cause },
    );
  } finally {
    await rm(nothing, { force: true });
  }
}

function splitUrl(url: string | null): { database: string[]; password: string } {
  if (url === null) return { database: [], password: "" };
  const parsed = new URL(url);
  const password = decodeURIComponent(parsed.password);
  parsed.password = "";
  return { database: [`--dbname=${parsed.href}`], password };
}

/** Finds the newest version on this machine, which can read every older server. */
async function findExecutable(program: string): Promise<string> {
  const versions = existsSync(debianFolder) ? await readdir(debianFolder) : [];
  const found = versions
    .toSorted((one, other) => Number(other) - Number(one))
    .map((version) => path.join(debianFolder, version, "bin", program))
    .find((file) => existsSync(file));
  return found ?? program;
}

function lastLines(text: string): string {
  return text.trim().split("\n").slice(-3).join(" ").slice(0, 500);
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
