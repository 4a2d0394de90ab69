import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import type { Database } from "../../server/store/engine/database.ts";
import { postgresFigures } from "../../server/testing/database/postgres-statistics.ts";
import { type Cluster, connectAccounts, messagesPerAccount, startCluster } from "./cluster.ts";
import { type Figure, percentile } from "./figure.ts";
import { portOwners } from "./port-owners.ts";
import { createProber, type Prober } from "./prober.ts";
import { cpuSeconds, memoryMb } from "./process-figures.ts";
import { until } from "./product.ts";
import type { Watch, ServerRequest } from "./watched-imap-server.ts";

const bench = "scale";
const deliverEveryMs = 100;
const restMs = 30_000;
const idleMs = 60_000;

/**
 * Runs two web and two engine processes on one PostgreSQL, and kills one engine. Measures whether both ever watch an account, how
 * soon the other engine takes over, and whether a message that arrives in between is lost or duplicated.
 */
export async function benchScale(options: {
  accounts: number;
  print: (text: string) => void;
}): Promise<Figure[]> {
  const { accounts, print } = options;
  await using cluster = await startCluster(accounts);
  const { webs, database } = cluster;
  const tokens = await connectAccounts(
    webs.map(({ url }) => url),
    cluster.port,
    accounts,
    print,
  );
  const wanted = accounts * messagesPerAccount;
  await until("All accounts are connected", 30 * 60_000, async () => {
    const here = await countOf(database, "mail %");
    print(`${here} of ${wanted} messages`);
    if (here < wanted) await setTimeout(2000);
    return here >= wanted;
  });
  await setTimeout(restMs);
  const idle = await measureIdle(cluster);
  const kill = await measureKill(cluster, { tokens, accounts, print });
  return [...kill, ...idle];
}

/** Measures memory, processor time and writes while nothing happens. */
async function measureIdle({ webs, engines, database }: Cluster): Promise<Figure[]> {
  const memory = await Promise.all(engines.map(({ pid }) => memoryMb(pid)));
  const webMemory = await Promise.all(webs.map(({ pid }) => memoryMb(pid)));
  const rest = await postgresFigures(database);
  const used = await usedMeanwhile([...webs, ...engines].map(({ pid }) => pid));
  const written = (await postgresFigures(database)).writtenMb - rest.writtenMb;
  return [
    { bench, what: "memory of an engine with its half", value: Math.max(...memory), unit: "MB" },
    { bench, what: "memory of a web process", value: Math.max(...webMemory), unit: "MB" },
    { bench, what: "idle: all four processes, of a core", value: used, unit: "%" },
    { bench, what: "connections to PostgreSQL", value: rest.connections, unit: "connections" },
    { bench, what: "database", value: rest.databaseMb, unit: "MB" },
    { bench, what: "written by PostgreSQL in an idle minute", value: written, unit: "MB" },
  ];
}

/** Kills one engine while mail arrives and both web processes are used, and measures until all is processed. */
async function measureKill(
  cluster: Cluster,
  options: { tokens: string[]; accounts: number; print: (text: string) => void },
): Promise<Figure[]> {
  const { webs, engines, imap, database } = cluster;
  const { tokens, accounts, print } = options;
  const sightings: Sighting[] = [];
  const pids = engines.map(({ pid }) => pid);
  const looking = repeat(async () => {
    const at = Date.now();
    for (const [port, pid] of await portOwners(pids)) sightings.push({ at, port, pid });
    await setTimeout(50);
  });
  const probers = webs.map(({ url }, n) => ({ url, prober: createProber(tokens[n]) }));
  const before = await probe(probers, 10_000);

  const delivered: string[] = [];
  const delivering = repeat(async (n) => {
    const subject = `late ${n}`;
    delivered.push(subject);
    imap.send({ deliver: Math.floor(Math.random() * accounts), subject } satisfies ServerRequest);
    await setTimeout(deliverEveryMs);
  });
  await setTimeout(3000);
  const killedAt = Date.now();
  const [first, second] = engines;
  if (first === undefined || second === undefined) throw new Error("There are two engines.");
  await first.kill();
  print("one engine is killed");
  const during = probe(probers, 30_000);
  const { leasesMs, watchedMs } = await untilTakenOver(cluster, accounts, killedAt);
  const duringMs = await during;
  await setTimeout(5000);
  await Promise.all([delivering.stop(), looking.stop()]);
  await until("What was delivered is here", 5 * 60_000, async () => {
    await setTimeout(500);
    return (await countOf(database, "late %")) >= delivered.length;
  });
  await setTimeout(3000);
  const surplus = (await countOf(database, "late %")) - delivered.length;
  const watches = await reportOf(imap);
  for (const { prober } of probers) prober[Symbol.dispose]();
  return [
    {
      bench,
      what: `${accounts} accounts: watched by both engines at once`,
      value: doubles(watches, sightings),
      unit: "points",
      target: 0,
    },
    {
      bench,
      what: "an engine is killed: all leases are another's after",
      value: leasesMs / 1000,
      unit: "s",
      target: 30,
    },
    { bench, what: "all accounts are connected again after", value: watchedMs / 1000, unit: "s" },
    {
      bench,
      what: `of ${delivered.length} mails delivered meanwhile: missing`,
      value: Math.max(-surplus, 0),
      unit: "messages",
      target: 0,
    },
    {
      bench,
      what: "there twice",
      value: Math.max(surplus, 0),
      unit: "messages",
      target: 0,
    },
    {
      bench,
      what: "first page over HTTP, p95, in the 30 s after",
      value: percentile(duringMs, 0.95),
      control: percentile(before, 0.95),
      unit: "ms",
    },
  ];
}

/** Runs the work again and again until it is stopped. */
function repeat(work: (n: number) => Promise<void>): { stop: () => Promise<void> } {
  let isOver = false;
  const running = (async () => {
    for (let n = 0; !isOver; n++) await work(n);
  })();
  return {
    stop() {
      isOver = true;
      return running;
    },
  };
}

/** Waits until the other engine has all leases and watches all accounts; returns the milliseconds since the kill. */
async function untilTakenOver({ database, imap }: Cluster, accounts: number, killedAt: number) {
  let leasesMs = Number.NaN;
  let watchedMs = Number.NaN;
  await until("All are taken over", 10 * 60_000, async () => {
    await setTimeout(250);
    if (Number.isNaN(leasesMs) && (await holdersOf(database)) === 1)
      leasesMs = Date.now() - killedAt;
    if (Number.isNaN(leasesMs)) return false;
    const open = (await reportOf(imap)).filter(({ to }) => to === null);
    const live = new Set(open.map(({ account }) => account));
    if (live.size === accounts) watchedMs = Date.now() - killedAt;
    return live.size === accounts;
  });
  return { leasesMs, watchedMs };
}

/** Returns the processor time of these processes in an idle minute, as a percentage of one core. */
async function usedMeanwhile(pids: number[]): Promise<number> {
  const all = async () =>
    (await Promise.all(pids.map(cpuSeconds))).reduce((sum, one) => sum + one, 0);
  const before = await all();
  await setTimeout(idleMs);
  return (((await all()) - before) / (idleMs / 1000)) * 100;
}

/** Requests first pages for this long, several per second from each process. */
async function probe(
  probers: { url: string; prober: Prober }[],
  durationMs: number,
): Promise<number[]> {
  const samples: number[] = [];
  const end = performance.now() + durationMs;
  await Promise.all(
    probers.map(async ({ url, prober }) => {
      while (performance.now() < end) {
        samples.push(await prober.get(`${url}/email/list`));
        await setTimeout(100);
      }
    }),
  );
  return samples;
}

async function countOf({ reader }: Database, pattern: string): Promise<number> {
  const { count } = await reader
    .selectFrom("messages")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("subject", "like", pattern)
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function holdersOf({ reader }: Database): Promise<number> {
  const rows = await reader.selectFrom("engine_leases").select("holder").distinct().execute();
  return rows.length;
}

async function reportOf(imap: ChildProcess): Promise<Watch[]> {
  const answer = once(imap, "message");
  imap.send("report" satisfies ServerRequest);
  const [watches]: unknown[] = await answer;
  // The bench's IMAP server sends this shape.
  return watches as Watch[];
}

/** Records that a process had a port open at this time. */
interface Sighting {
  at: number;
  port: number;
  pid: number;
}

/** Counts the connections of one process that overlapped with another process's connection to the same account. */
function doubles(watches: readonly Watch[], sightings: readonly Sighting[]): number {
  const seen = Map.groupBy(sightings, ({ port }) => port);
  // Ports are reused by other processes after a while, so the time must match too.
  const ownerOf = ({ port, from, to }: Watch) =>
    seen.get(port)?.find(({ at }) => at >= from && at <= (to ?? Infinity))?.pid;
  let found = 0;
  for (const own of Map.groupBy(watches, ({ account }) => account).values()) {
    const known = own.flatMap((watch) => {
      const pid = ownerOf(watch);
      return pid === undefined ? [] : [{ ...watch, to: watch.to ?? Infinity, pid }];
    });
    for (const [at, one] of known.entries()) {
      for (const other of known.slice(at + 1)) {
        if (one.pid !== other.pid && one.from < other.to && other.from < one.to) found++;
      }
    }
  }
  return found;
}
