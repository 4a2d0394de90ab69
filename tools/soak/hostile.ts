import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { hostileModes } from "../../server/testing/faults/hostile-imap/modes.ts";
import { cpuSeconds, memoryMb, peakMemoryMb } from "../bench/process-figures.ts";
import { apiOf, type CallApi } from "../demo/api.ts";
import { startApp } from "../demo/app.ts";
import type { Report } from "./hostile-servers.ts";
import type { SoakPart } from "./soak-part.ts";

const maxMb = 600;
const messages = 50;
const serverFile = path.join(import.meta.dirname, "../bench/fake-imap-server.ts");

export interface HostileFigures {
  /** Number of accounts that were added, and of modes whose attack started. */
  accounts: number;
  attacks: number;
  /** Memory before the attacks, and its peak during them. */
  idleMb: number;
  peakMb: number;
  /** Processor time of all threads during the attacks, in seconds. */
  cpuSeconds: number;
  /** Time from adding each healthy account of another user to its last message. */
  delaysMs: number[];
}

/** Hostile accounts of some users beside healthy accounts of others. */
export const hostilePart: SoakPart = {
  name: "hostile",
  open: async () => ({
    cases: 1,
    attempt: async () => {
      const modes = Object.keys(hostileModes);
      await tryHostile({ modes, users: 5, healthy: 6, maxDelayMs: 5000 });
    },
    async [Symbol.asyncDispose]() {},
  }),
};

/** Throws if the product uses too much memory or delays a healthy account too long. */
export async function tryHostile(given: {
  modes: readonly string[];
  users: number;
  healthy: number;
  maxDelayMs: number;
}): Promise<HostileFigures> {
  await using stack = new AsyncDisposableStack();
  const server = fork(serverFile, [`${given.healthy}`, `${messages}`]);
  stack.defer(() => server.disconnect());
  const [port]: unknown[] = await once(server, "message");
  const dataDir = await mkdtemp(path.join(tmpdir(), "inlet-hostile-"));
  stack.defer(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }));
  const app = stack.use(await startApp({ dataDir }));
  const idleMb = await memoryMb(app.pid);
  const cpuBefore = await cpuSeconds(app.pid);
  const { ports, attacked } = await startHostileServers(stack, given.modes);
  const users: CallApi[] = [];
  for (let at = 0; at < given.users; at++) users.push(await register(app.url, `hostile${at}`));
  const healthyUser = await register(app.url, "healthy");
  const added = ports.map(async (hostilePort, at) => {
    const call = users[at % users.length];
    if (!call) throw new Error("There is no user.");
    // An account whose server attacks the sign-in itself is refused.
    return add(call, `hostile${at}@example.org`, hostilePort).then(
      () => 1,
      () => 0,
    );
  });
  const accounts = (await Promise.all(added)).reduce<number>((sum, one) => sum + one, 0);
  await untilAllAttack(given.modes, attacked);
  const delaysMs: number[] = [];
  for (let at = 0; at < given.healthy; at++) {
    const address = `idle${at}@example.org`;
    const beganAt = performance.now();
    await add(healthyUser, address, Number(port));
    await untilInStep(healthyUser, address).catch(async (error: unknown) => {
      const spent = (await cpuSeconds(app.pid)) - cpuBefore;
      throw new Error(`${spent} s of processor time, ${await peakMemoryMb(app.pid)} MB`, {
        cause: error,
      });
    });
    delaysMs.push(Math.round(performance.now() - beganAt));
  }
  const figures = {
    accounts,
    attacks: attacked.size,
    idleMb: Math.round(idleMb),
    peakMb: Math.round(await peakMemoryMb(app.pid)),
    cpuSeconds: Math.round((await cpuSeconds(app.pid)) - cpuBefore),
    delaysMs,
  };
  process.stdout.write(`hostile: ${JSON.stringify(figures)}\n`);
  if (figures.peakMb > maxMb) throw new Error(`The product took ${figures.peakMb} MB.`);
  const worst = Math.max(...delaysMs);
  if (worst > given.maxDelayMs) throw new Error(`A healthy account was in step after ${worst} ms.`);
  return figures;
}

/** Starts them in a separate process, which they keep busy. */
async function startHostileServers(
  stack: AsyncDisposableStack,
  modes: readonly string[],
): Promise<{ ports: number[]; attacked: Set<string> }> {
  const attacked = new Set<string>();
  const servers = fork(path.join(import.meta.dirname, "hostile-servers.ts"), modes);
  stack.defer(() => servers.disconnect());
  return new Promise((resolve) => {
    servers.on("message", (report: Report) => {
      if ("attacked" in report) attacked.add(report.attacked);
      else resolve({ ports: report.ports, attacked });
    });
  });
}

async function register(url: string, name: string): Promise<CallApi> {
  const user = { name, email: `${name}@example.com`, password: "a long soak password" };
  const { token } = await apiOf(url)("POST /user/register", user);
  return apiOf(url, token);
}

function add(call: CallApi, address: string, port: number) {
  return call("POST /imap/add", {
    account_mail: address,
    account_pass: "secret",
    imap_host: "127.0.0.1",
    user_port: port,
    tls: false,
  });
}

async function untilAllAttack(modes: readonly string[], attacked: ReadonlySet<string>) {
  const endAt = performance.now() + 120_000;
  while (modes.some((mode) => !attacked.has(mode))) {
    if (performance.now() > endAt) {
      throw new Error(`Never attacked: ${modes.filter((mode) => !attacked.has(mode)).join(", ")}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function untilInStep(call: CallApi, address: string): Promise<void> {
  const endAt = performance.now() + 60_000;
  while (performance.now() < endAt) {
    const { accounts } = await call("GET /imap/accounts", {});
    const account = accounts.find(({ account_mail }) => account_mail === address);
    if (account?.progress.here === messages) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const { accounts } = await call("GET /imap/accounts", {});
  const account = accounts.find(({ account_mail }) => account_mail === address);
  throw new Error(`Not in step within a minute: ${JSON.stringify(account)}`);
}
