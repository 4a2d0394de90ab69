import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { apiOf, type CallApi } from "../demo/api.ts";
import type { Figure } from "./figure.ts";
import { cpuSeconds, memoryMb, peakMemoryMb } from "./process-figures.ts";
import { type Engine, startProduct, until } from "./product.ts";
import { untilSettled } from "./settled.ts";

const accountsPerUser = 50;
const messagesPerAccount = 20;
/** Covers two polls of the other folders, or the cost of idling would depend on the moment. */
const measuredMs = 120_000;

/** Measures the cost of keeping many accounts connected while nothing happens in them. */
export async function benchIdle(options: {
  engine: Engine;
  accounts: number;
  print: (text: string) => void;
}): Promise<Figure[]> {
  const { engine, accounts, print } = options;
  await using server = await startServer(accounts);
  await using product = await startProduct(engine);
  const people = await connectAll(product.app.url, server.port, accounts);
  const wanted = accounts * messagesPerAccount;
  await until("All accounts are connected", 30 * 60_000, async () => {
    const counts = await Promise.all(people.map(messagesOf));
    const here = counts.reduce((sum, count) => sum + count, 0);
    print(`${here} of ${wanted} messages`);
    if (here < wanted) await setTimeout(2000);
    return here >= wanted;
  });
  // The first round of polls compares all folders again.
  await setTimeout(90_000);
  // Watching so many accounts keeps the load above a lower share.
  await untilSettled(product, 0.15);
  const { pid } = product.app;
  const before = await cpuSeconds(pid);
  await setTimeout(measuredMs);
  const used = (await cpuSeconds(pid)) - before;
  const bench = "idle";
  return [
    {
      bench,
      what: `${accounts} idle accounts: memory`,
      value: await memoryMb(pid),
      unit: "MB",
      target: 1536,
    },
    { bench, what: "memory, peak while connecting", value: await peakMemoryMb(pid), unit: "MB" },
    { bench, what: "of a core", value: (used / (measuredMs / 1000)) * 100, unit: "%", target: 5 },
  ];
}

interface IdleServer extends AsyncDisposable {
  port: number;
}

async function startServer(accounts: number): Promise<IdleServer> {
  const file = path.join(import.meta.dirname, "fake-imap-server.ts");
  const child = fork(file, [`${accounts}`, `${messagesPerAccount}`]);
  const [port]: unknown[] = await once(child, "message");
  return {
    port: Number(port),
    [Symbol.asyncDispose]: async () => {
      child.disconnect();
      await once(child, "exit");
    },
  };
}

/** Several users share the accounts, because a user may have only a limited number. */
async function connectAll(url: string, port: number, accounts: number): Promise<CallApi[]> {
  const people: CallApi[] = [];
  for (let first = 0; first < accounts; first += accountsPerUser) {
    const email = `person${first}@example.com`;
    const { token } = await apiOf(url)("POST /user/register", {
      name: "Person",
      email,
      password: "a long bench password",
    });
    const call = apiOf(url, token);
    people.push(call);
    for (let n = first; n < Math.min(accounts, first + accountsPerUser); n++) {
      await call("POST /imap/add", {
        account_mail: `idle${n}@example.org`,
        account_pass: "secret",
        imap_host: "127.0.0.1",
        user_port: port,
        tls: false,
      });
    }
  }
  return people;
}

async function messagesOf(call: CallApi): Promise<number> {
  const { accounts } = await call("GET /imap/accounts", {});
  return accounts.reduce((sum, { progress }) => sum + progress.here, 0);
}
