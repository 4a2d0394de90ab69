import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { freshPostgres } from "../../server/testing/database/postgres.ts";
import { apiOf, type CallApi } from "../demo/api.ts";
import { type RunningApp, startApp } from "../demo/app.ts";
import type { BenchMailbox } from "./bench-mailbox.ts";
import { cpuSeconds } from "./process-figures.ts";

/** A signed-in user of a running product. */
export interface SignedIn {
  app: RunningApp;
  call: CallApi;
  token: string;
}

/** The product with a signed-in user, in a separate process with a separate data folder. */
export interface Product extends SignedIn, AsyncDisposable {
  person: { name: string; email: string; password: string };
}

/** The database of the product. */
export type Engine = "sqlite" | "postgres";

/** The product is idle if it used less than this share of a core for `restMs`. */
const restShare = 0.1;
const restMs = 2000;

/** Starts the product; `env` holds further settings of the operator. PostgreSQL runs without fsync. */
export async function startProduct(
  engine: Engine,
  env: Record<string, string> = {},
): Promise<Product> {
  const dir = await mkdtemp(path.join(tmpdir(), "inlet-bench-"));
  await using starting = new AsyncDisposableStack();
  starting.defer(() => rm(dir, { recursive: true, force: true, maxRetries: 5 }));
  const settings: Record<string, string> = { INLET_LOG_LEVEL: "warn", ...env };
  if (engine === "postgres") {
    const { url, drop } = await freshPostgres();
    starting.defer(drop);
    settings["DATABASE_URL"] = url;
    settings["INLET_SECRET_KEY"] = randomBytes(32).toString("base64");
  }
  const app = starting.use(await startApp({ dataDir: dir, env: settings }));
  const person = { name: "Nora", email: "nora@example.com", password: "a long bench password" };
  const { token } = await apiOf(app.url)("POST /user/register", person);
  const resources = starting.move();
  return {
    app,
    token,
    person,
    call: apiOf(app.url, token),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** Connects the mailbox as a user does. */
export async function connectBenchMailbox(product: Product, mailbox: BenchMailbox): Promise<void> {
  await product.call("POST /imap/add", {
    account_mail: mailbox.user,
    account_pass: mailbox.pass,
    imap_host: mailbox.dovecot.host,
    user_port: mailbox.dovecot.imapPort,
    tls: false,
  });
}

/** Returns the number of messages stored; throws an error with the server's message if the account has failed. */
export async function messagesHere(product: Product): Promise<number> {
  const { accounts } = await product.call("GET /imap/accounts", {}).catch((cause: unknown) => {
    // The process may have ended: its last output says why.
    throw new Error(`The product does not answer: ${product.app.output().slice(-2000)}`, { cause });
  });
  const failed = accounts.find(({ error }) => error !== null);
  if (failed) throw new Error(`The account is in trouble: ${failed.error?.message}`);
  return accounts.reduce((sum, { progress }) => sum + progress.here, 0);
}

/** Polls until `isSo` returns true; throws if that takes longer than `withinMs`. */
export async function until(
  what: string,
  withinMs: number,
  isSo: () => Promise<boolean>,
): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`${what}: not within ${withinMs / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** Connects the mailbox and waits until all messages are stored and the background work on them is done. */
export async function fillProduct(product: Product, mailbox: BenchMailbox): Promise<void> {
  await connectBenchMailbox(product, mailbox);
  await until("All messages are here", 60 * 60_000, async () => {
    return (await messagesHere(product)) >= mailbox.messages;
  });
  await until("It is at rest", 30 * 60_000, async () => {
    const before = await cpuSeconds(product.app.pid);
    await new Promise((resolve) => setTimeout(resolve, restMs));
    // NaN without /proc: it then counts as idle.
    return !((await cpuSeconds(product.app.pid)) - before > (restShare * restMs) / 1000);
  });
}
