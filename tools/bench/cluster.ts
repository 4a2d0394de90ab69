import { fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { openDatabase } from "../../server/store/engine/database.ts";
import { freshPostgres } from "../../server/testing/database/postgres.ts";
import { apiOf } from "../demo/api.ts";
import { startApp } from "../demo/app.ts";

export const messagesPerAccount = 2;
const accountsPerUser = 10;
const batchSize = 4;

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/** Starts two web and two engine processes on one PostgreSQL, and an IMAP server with these accounts. */
export async function startCluster(accounts: number) {
  await using starting = new AsyncDisposableStack();
  const dir = await mkdtemp(path.join(tmpdir(), "inlet-scale-"));
  starting.defer(() => rm(dir, { recursive: true, force: true, maxRetries: 5 }));
  const { url, drop } = await freshPostgres();
  starting.defer(drop);
  const database = await openDatabase({ url });
  starting.defer(() => database.close());
  const imap = fork(path.join(import.meta.dirname, "watched-imap-server.ts"), [
    `${accounts}`,
    `${messagesPerAccount}`,
  ]);
  starting.defer(async () => {
    imap.disconnect();
    await once(imap, "exit");
  });
  const [port]: unknown[] = await once(imap, "message");
  const env = {
    DATABASE_URL: url,
    INLET_SECRET_KEY: randomBytes(32).toString("base64"),
    INLET_LOG_LEVEL: "warn",
    INLET_BACKUP_HOUR: "off",
    INLET_TRUST_PROXY: "127.0.0.1",
  };
  const start = async (INLET_ROLE: string) =>
    starting.use(await startApp({ dataDir: dir, env: { ...env, INLET_ROLE } }));
  const webs = [await start("web"), await start("web")];
  const engines = [await start("engine"), await start("engine")];
  const resources = starting.move();
  return {
    webs,
    engines,
    imap,
    database,
    port: Number(port),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** Registers users, `batchSize` at a time, and connects their accounts; returns the token of one user per server URL. */
export async function connectAccounts(
  urls: string[],
  port: number,
  accounts: number,
  print: (text: string) => void,
): Promise<string[]> {
  const tokens: string[] = [];
  const people = Array.from(
    { length: Math.ceil(accounts / accountsPerUser) },
    (_, at) => at * accountsPerUser,
  );
  const waiting = people.values();
  const connect = async (first: number) => {
    const url = urls[(first / accountsPerUser) % urls.length] ?? "";
    // The limit on registrations per network address and hour is lower than the number of users.
    const from = `10.0.${(first >> 8) & 255}.${first & 255}`;
    const { token } = await apiOf(
      url,
      "",
      from,
    )("POST /user/register", {
      name: "Person",
      email: `person${first}@example.com`,
      password: "a long bench password",
    });
    if (first / accountsPerUser < urls.length) tokens[first / accountsPerUser] = token;
    const call = apiOf(url, token);
    const own = Array.from(
      { length: Math.min(accountsPerUser, accounts - first) },
      (_, n) => first + n,
    );
    await Promise.all(
      own.map((n) =>
        call("POST /imap/add", {
          account_mail: `scale${n}@example.org`,
          account_pass: "secret",
          imap_host: "127.0.0.1",
          user_port: port,
          tls: false,
        }),
      ),
    );
    if (first % 500 === 0) print(`${first} of ${accounts} accounts`);
  };
  const some = async () => {
    for (const first of waiting) await connect(first);
  };
  await Promise.all(Array.from({ length: batchSize }, some));
  return tokens;
}
