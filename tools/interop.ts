/**
 * Runs the product's IMAP engine against third-party servers: `npm run interop -- [--server NAME] [--only TEXT] [--seed S]
 * [--seeds N]`. `--server` and `--only` match parts of names. Results are in docs/interop.md.
 */
import { parseArgs } from "node:util";
import { appendingChecks } from "./interop/appending.ts";
import type { Check } from "./interop/check.ts";
import { courierPackages, startCourier } from "./interop/courier.ts";
import { cyrusPackages, startCyrus } from "./interop/cyrus.ts";
import { filingChecks } from "./interop/filing.ts";
import type { InteropServer } from "./interop/interop-server.ts";
import { protocolChecks } from "./interop/protocol.ts";
import { followingChecks, trackingChecks } from "./interop/tracking.ts";
import { Missing, unpack, type Unpacked } from "./interop/unpack.ts";

const { values: options } = parseArgs({
  options: {
    server: { type: "string", default: "" },
    only: { type: "string", default: "" },
    seed: { type: "string", default: "1" },
    seeds: { type: "string", default: "2" },
  },
});
const seeds = Array.from({ length: Number(options.seeds) }, (_, n) => Number(options.seed) + n);
const checks: readonly Check[] = [
  ...protocolChecks,
  ...followingChecks,
  ...filingChecks,
  ...appendingChecks,
  ...trackingChecks(seeds),
].filter(({ name }) => name.includes(options.only));

const servers: Record<string, (unpacked: Unpacked) => Promise<InteropServer>> = {
  "cyrus-alternative": (from) => startCyrus(from, { namespace: "alternative", expunge: "delayed" }),
  "cyrus-classic": (from) => startCyrus(from, { namespace: "classic", expunge: "immediate" }),
  courier: startCourier,
};

const print = (text: string) => void process.stdout.write(`${text}\n`);
const rows: string[] = [];
let failed = 0;

try {
  const unpacked = await unpack([...cyrusPackages, ...courierPackages]);
  for (const [name, start] of Object.entries(servers)) {
    if (name.includes(options.server)) await tryAll(await start(unpacked));
  }
  print(["", "| server | check | result |", "| --- | --- | --- |", ...rows].join("\n"));
  print(`\n${rows.length} asked, ${failed} failed`);
  process.exitCode = failed === 0 && rows.length > 0 ? 0 : 1;
} catch (error) {
  if (!(error instanceof Missing)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

async function tryAll(given: InteropServer): Promise<void> {
  await using server = given;
  print(`${server.name}, ${server.version}`);
  for (const check of checks) {
    const result = await tryOne(server, check);
    print(`  ${check.name}: ${result}`);
    rows.push(`| ${server.name} | ${check.name} | ${result.split("\n")[0]} |`);
  }
}

async function tryOne(server: InteropServer, check: Check): Promise<string> {
  const reason = check.unfit?.(server);
  if (reason !== undefined) return `not asked: ${reason}`;
  try {
    const seen = await check.run(server);
    return seen === undefined ? "passed" : `passed; ${seen}`;
  } catch (error) {
    failed++;
    return `FAILED ${error instanceof Error ? error.message : String(error)}`;
  }
}
