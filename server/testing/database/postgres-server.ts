import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdir, readdir } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { freePort } from "#/testing/free-port.ts";

const run = promisify(execFile);

/** A PostgreSQL server on loopback with its data and socket in a separate folder. */
export interface PostgresServer {
  data: string;
  port: number;
  /** Returns the command line that runs a PostgreSQL program as the owner of the folder. */
  words: (program: string, ...rest: string[]) => string[];
  call: (program: string, ...rest: string[]) => Promise<void>;
}

/**
 * Starts a server that does not wait for its disk. `copyOf` makes it a standby, named "standby", of the server at that port. The
 * folder must exist and be empty. Throws a clear sentence if PostgreSQL is not installed.
 */
export async function startPostgresServer(dir: string, copyOf?: number): Promise<PostgresServer> {
  const bin = await findExecutables();
  const isRoot = process.getuid?.() === 0;
  const data = path.join(dir, "data");
  await mkdir(data, { mode: 0o700 });
  if (isRoot) await run("chown", ["postgres:", dir, data]);
  else await chmod(dir, 0o700);
  // PostgreSQL refuses to run as root; its Debian package creates a user for it.
  const asPostgres = isRoot
    ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"]
    : [];
  const words: PostgresServer["words"] = (program, ...rest) => [
    ...asPostgres,
    path.join(bin, program),
    ...rest,
  ];
  const call: PostgresServer["call"] = async (...command) => {
    const [program = "", ...rest] = words(...command);
    await run(program, rest, { cwd: dir });
  };
  if (copyOf === undefined) {
    const kind = ["-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C"];
    await call("initdb", "-D", data, "-U", "inlet", ...kind);
  } else {
    const from = ["-h", "127.0.0.1", "-p", `${copyOf}`, "-U", "inlet"];
    await call("pg_basebackup", "-D", data, ...from, "-R", "--no-sync", "-c", "fast");
  }
  const port = await freePort();
  const settings = [
    `-c listen_addresses=127.0.0.1 -p ${port} -k ${dir}`,
    "-c fsync=off -c full_page_writes=off -c max_connections=300",
    ...(copyOf === undefined ? [] : ["-c cluster_name=standby"]),
  ].join(" ");
  const log = path.join(dir, "log");
  await call("pg_ctl", "start", "-w", "-s", "-D", data, "-l", log, "-o", settings);
  return { data, port, words, call };
}

async function findExecutables(): Promise<string> {
  const root = "/usr/lib/postgresql";
  const versions = existsSync(root) ? await readdir(root) : [];
  const newest = versions
    .map(Number)
    .filter(Number.isFinite)
    .toSorted((a, b) => b - a)[0];
  const folders = [
    ...(newest === undefined ? [] : [path.join(root, String(newest), "bin")]),
    ...(process.env["PATH"] ?? "").split(":"),
  ];
  const found = folders.find((folder) => existsSync(path.join(folder, "initdb")));
  if (found === undefined) {
    throw new Error(
      "PostgreSQL is not installed, and the store is tested on it as well: on Debian, apt-get install postgresql.",
    );
  }
  return found;
}
