import { existsSync } from "node:fs";
import { join } from "node:path";
import type { EmailRow } from "@inlet/contract/mail/email.ts";
import { checkPromises, listAll, valuesOf } from "./kills/check.ts";
import { post, work } from "./kills/drivers.ts";
import { writeOlderData } from "./kills/older-data.ts";
import { isTheirs, workInOtherClient } from "./kills/other-client.ts";
import { type Product, startProduct } from "./kills/product.ts";
import { checkMessages, settle } from "./kills/settle.ts";
import { createWorld, messages, moveIn, shelf, type World } from "./kills/world.ts";
import type { SoakPart } from "./soak-part.ts";

/** Number of kills in each trial. */
export const killsEach = 5;

/** The phase in which the product is killed: its start, the migration of older data, its first sync, or work. */
export type Moment = "start" | "migration" | "first sync" | "work";

/**
 * Kills the product with kill -9 at any moment, also while it starts, migrates, or reads a mailbox for the first time. Everything
 * it acknowledged is kept, nothing is stored or sent twice, and afterwards it agrees with the mail server.
 */
export const killsPart = {
  name: "kills",
  async open() {
    const sum: Sum = { kills: 0, acknowledged: 0, letters: 0, unknown: 0, readyMs: [] };
    return {
      sum,
      /** Kills at the given moments, or at random ones. */
      attempt: (seed: number, moments?: readonly Moment[]) => attempt(seed, sum, moments),
      async [Symbol.asyncDispose]() {
        process.stdout.write(`${summaryOf(sum)}\n`);
      },
    };
  },
} satisfies SoakPart;

interface Sum {
  kills: number;
  acknowledged: number;
  letters: number;
  unknown: number;
  /** Durations of all starts that were waited for, in milliseconds. */
  readyMs: number[];
}

function summaryOf({ kills, acknowledged, letters, unknown, readyMs }: Sum): string {
  const worst = Math.round(Math.max(0, ...readyMs));
  const median = Math.round(readyMs.toSorted((a, b) => a - b)[readyMs.length >> 1] ?? 0);
  return [
    `killed ${kills} times: ${acknowledged} calls acknowledged`,
    `${letters} letters (${unknown} unknown)`,
    `ready again within ${worst} ms (median ${median} ms)`,
  ].join(", ");
}

async function attempt(seed: number, sum: Sum, given?: readonly Moment[]): Promise<void> {
  await using world = await createWorld(seed);
  const moments = given ?? momentsBy(seed, world);
  if (moments[0] === "migration") await writeOlderData(world);
  for (const moment of moments) {
    await using product = await startProduct(world.dataDir);
    if (moment === "first sync") await beginFirst(world, product, sum);
    else if (moment === "work") await workOn(world, product, sum);
    else await start(world, { isMigration: moment === "migration" });
    await product.kill();
    sum.kills++;
  }
  await using product = await startProduct(world.dataDir);
  await resume(world, product, sum);
  await settle(world, product);
  await checkPromises(world, product);
  sum.unknown += await checkMessages(world, product);
  sum.letters += world.letters.length;
  sum.acknowledged += world.ledger.acknowledged;
}

/** Every third trial begins with older data. */
function momentsBy(seed: number, { random }: World): Moment[] {
  if (seed % 3 === 0) return ["migration", "start", "work", "work", "work"];
  const later = () => (random.chance(0.25) ? "start" : "work");
  return ["first sync", ...Array.from({ length: killsEach - 1 }, later)];
}

/** Waits for a random part of the start. */
async function start(world: World, { isMigration }: { isMigration: boolean }): Promise<void> {
  const { random, dataDir } = world;
  if (!isMigration || random.chance(0.3)) return wait(random.below(1200) * world.pace);
  // The backup of the older data is the last step before its tables are changed.
  while (!existsSync(join(dataDir, "backups"))) await wait(2);
  await wait(random.below(400) * world.pace);
}

/** Signs up, adds the mailbox and syncs it for the first time, until a random moment. */
async function beginFirst(world: World, product: Product, sum: Sum): Promise<void> {
  world.pace = paceOf(await product.ready());
  const beginning = resume(world, product, sum);
  await Promise.race([beginning, wait(world.random.below(2000) * world.pace)]);
  await product.kill();
  await beginning.catch(unanswered);
}

/**
 * Checks all promises, then works until a random number of calls. The limit counts calls instead of seconds, because a slow
 * machine would repeat the same part of its work many times.
 */
async function workOn(world: World, product: Product, sum: Sum): Promise<void> {
  await resume(world, product, sum);
  const enough = Promise.withResolvers<void>();
  const last = world.ledger.acknowledged + 10 + world.random.below(90);
  let isOver = false;
  const isToEnd = () => {
    if (world.ledger.acknowledged >= last) enough.resolve();
    return isOver;
  };
  const working = Promise.all([work(world, product, isToEnd), workInOtherClient(world, isToEnd)]);
  await Promise.race([working, enough.promise]);
  isOver = true;
  await product.kill();
  await working.catch(unanswered);
}

/** Returns how many times slower the machine is than an idle one, which is ready within a second. */
function paceOf(readyMs: number): number {
  return Math.max(1, readyMs / 1000);
}

/** Ignores the failure of a call that was cut off: it had no response. */
function unanswered(): void {}

/** Waits until the product is ready, checks its promises, and repeats the requests that had no response. */
async function resume(world: World, product: Product, sum: Sum): Promise<void> {
  const readyMs = await product.ready();
  sum.readyMs.push(readyMs);
  world.pace = paceOf(readyMs);
  if (world.accountId === null || world.person.token === "") await moveIn(world, product);
  if (world.shelfId === null) await findMail(world, product);
  await checkPromises(world, product);
  const client = product.client(world.person.token);
  for (const letter of world.letters) if (letter.id === null) await post(world, client, letter);
}

/** Waits for the first sync and records the ids of the messages. */
async function findMail(world: World, product: Product): Promise<void> {
  const client = product.client(world.person.token);
  const { accountId, ledger } = world;
  if (accountId === null) throw new Error("There is no account.");
  const { preferences } = await client.call("GET /user/preferences", {});
  ledger.begin("undoSeconds", preferences.undoSeconds);
  for (;;) {
    const rows = (await listAll(client, "inbox")).filter(({ subject }) => /^mail \d/.test(subject));
    if (rows.length > messages) throw new Error(`${rows.length} of ${messages} messages are here.`);
    const { folders } = await client.call("GET /email/folders", {});
    if (rows.length === messages && folders.some(({ role }) => role === "trash")) {
      recordIds(world, rows);
      break;
    }
    await wait(50);
  }
  const { folders } = await client.call("GET /email/folders", {});
  const known = folders.find(({ name }) => name === shelf);
  world.shelfId =
    known?.id ?? (await client.call("POST /email/folders", { accountId, name: shelf })).id;
}

function recordIds({ mail, ledger }: World, rows: readonly EmailRow[]): void {
  for (const row of rows) {
    const { subject, id } = row;
    const before = ledger.currentOf(`older:${subject}`).get("") ?? id;
    if (before !== id) throw new Error(`${subject} got another id.`);
    if (isTheirs(Number(subject.slice("mail ".length)))) continue;
    mail.set(subject, id);
    for (const [field, value] of Object.entries(valuesOf(row))) {
      const key = `${field}:${id}`;
      if (ledger.currentOf(key).size === 0) ledger.begin(key, value);
    }
    ledger.begin(`place:${id}`, "inbox");
  }
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
