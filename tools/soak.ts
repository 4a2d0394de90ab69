/**
 * Runs the full form of long trials; `npm test` runs their short forms: `npm run soak -- --minutes N [[--part] sync]…
 * [--seed S] [--state FILE]`. Each failure is reported with its seed; `--part sync --seed S --minutes 0` repeats that trial.
 * With a state file a later run continues where the last one stopped.
 */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { draftsPart } from "./soak/drafts.ts";
import { fairnessPart } from "./soak/fairness.ts";
import { faultsPart } from "./soak/faults.ts";
import { fuzzPart } from "./soak/fuzz.ts";
import { hostilePart } from "./soak/hostile.ts";
import { killsPart } from "./soak/kills.ts";
import { numberingPart } from "./soak/numbering.ts";
import { sendPart } from "./soak/send.ts";
import { sentCopiesPart } from "./soak/sent-copies.ts";
import type { SoakPart, SoakRun } from "./soak/soak-part.ts";
import { syncPart } from "./soak/sync.ts";

const parts: readonly SoakPart[] = [
  syncPart,
  faultsPart,
  numberingPart,
  sendPart,
  sentCopiesPart,
  draftsPart,
  killsPart,
  fuzzPart,
  fairnessPart,
  hostilePart,
];

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: "string", default: "10" },
    part: { type: "string", multiple: true, default: [] },
    seed: { type: "string", default: "1" },
    state: { type: "string" },
  },
});
const named = [...options.part, ...positionals];
const chosen = named.length === 0 ? parts : parts.filter(({ name }) => named.includes(name));
if (chosen.length === 0) {
  throw new Error(`Say which part: ${parts.map(({ name }) => name).join(", ")}.`);
}
const print = (text: string) => void process.stdout.write(`${text}\n`);
const end = performance.now() + Number(options.minutes) * 60_000;
const next = await readState();
let failed = 0;
/** Maximum number of files left open after a part, such as a connection about to close. */
const maxFiles = 20;

// An uncaught error would end the product too: it counts as a failure, and the run continues.
process.on("unhandledRejection", (reason) => fail("process", 0, reason));
process.on("uncaughtException", (error) => fail("process", 0, error));

for (const part of chosen) {
  await using run = await part.open();
  const share = chosen.length - chosen.indexOf(part);
  const partEnd = performance.now() + (end - performance.now()) / share;
  const first = next[part.name] ?? firstSeed(run);
  let seed = first;
  let filesAtFirst = 0;
  do {
    if (run.cases !== undefined && seed > run.cases) break;
    await run.attempt(seed).catch((error: unknown) => fail(part.name, seed, error));
    seed++;
    filesAtFirst ||= await openFiles();
    if ((seed - first) % 10 === 0) print(`${part.name}: up to ${seed - 1}, ${await figures()}`);
    await writeState({ ...next, [part.name]: seed });
  } while (performance.now() < partEnd);
  next[part.name] = seed;
  const files = await openFiles();
  if (files > filesAtFirst + maxFiles) {
    fail(part.name, seed - 1, `${filesAtFirst} open files have become ${files}`);
  }
  print(`${part.name}: ${seed - first} trials from seed ${first}, ${failed} failures so far`);
}
print(`${failed} failed, ${await figures()}`);
// Servers and threads of failed trials would keep the process alive.
process.exit(failed > 0 ? 1 : 0);

/** A part with a fixed number of trials starts with the first, unless the seed names another one. */
function firstSeed({ cases = Infinity }: SoakRun): number {
  const seed = Number(options.seed);
  return seed <= cases ? seed : 1;
}

function fail(part: string, seed: number, error: unknown): void {
  failed++;
  print(
    `FAILED --part ${part} --seed ${seed}\n${error instanceof Error ? error.stack : String(error)}`,
  );
}

/** Returns the figures that must stay flat. */
async function figures(): Promise<string> {
  const mb = Math.round(process.memoryUsage().rss / 2 ** 20);
  return `${mb} MB, ${await openFiles()} open files`;
}

async function openFiles(): Promise<number> {
  return (await readdir("/proc/self/fd").catch(() => [])).length;
}

async function readState(): Promise<Record<string, number>> {
  if (options.state === undefined) return {};
  const text = await readFile(options.state, "utf8").catch(() => "{}");
  // Safe: only the code below writes this file.
  return JSON.parse(text) as Record<string, number>;
}

async function writeState(state: Record<string, number>): Promise<void> {
  if (options.state !== undefined) await writeFile(options.state, JSON.stringify(state));
}
