import { createEgress } from "#/egress/egress.ts";
import { type Fault, startFaultyProxy } from "../faulty-proxy.ts";
import { startMailEngine } from "#/testing/apps/mail-engine.ts";
import { differences } from "./folder-truth.ts";
import { seededRandom } from "./random.ts";
import type { TrackedServer } from "./tracked-server.ts";
import { truthHere } from "./local-truth.ts";
import { Workload } from "./workload.ts";

/** A fault of the network: with `dns`, names do not resolve either. An `outage` is a long cut. */
type Disruption = Exclude<Fault, "none"> | "dns" | "outage";
/** The moment at which the fault begins. */
type Moment = "before the first connection" | "while connecting" | "while reading" | "while idle";

const disruptions: Disruption[] = [
  "cut",
  "silence",
  "stall",
  "reset",
  "drip",
  "dns",
  "outage",
  "handshake",
];
/** Failed attempts in a long outage: by this number the backoff has reached its maximum. */
const attemptsInVain = 12;
const moments: Moment[] = [
  "before the first connection",
  "while connecting",
  "while reading",
  "while idle",
];

/**
 * All combinations; each once on a quiet mailbox and once on a busy one. Without TLS the handshake fault is the same
 * as a cut.
 */
export const faultTrials = disruptions.flatMap((disruption) =>
  moments.flatMap((moment) => [
    { disruption, moment, isBusy: false },
    { disruption, moment, isBusy: true },
  ]),
);

/**
 * Runs a fault that begins at a moment and ends later. Afterwards the local state must match the server's, and no connection may
 * be left over. Throws with the trial, the seed and the differences.
 */
export async function tryFault(
  server: TrackedServer,
  { disruption, moment, isBusy }: (typeof faultTrials)[number],
  { seed, withinMs }: { seed: number; withinMs: number },
): Promise<void> {
  const { login } = server;
  const state = { hasDns: true };
  await using proxy = await startFaultyProxy(login.port);
  await using workload = new Workload(server, seededRandom(seed));
  const work = async (steps: number) => {
    for (let step = 0; step < steps; step++) await workload.step();
  };
  await work(10);
  const fail = () => {
    if (disruption === "dns") {
      state.hasDns = false;
      proxy.set("cut");
    } else proxy.set(disruption === "outage" ? "cut" : disruption);
  };
  const restore = () => {
    state.hasDns = true;
    proxy.set("none");
  };
  await using engine = await startMailEngine({
    timing: { wireTimeoutMs: 1500 },
    prepare: () => ({
      egress: createEgress({
        allowedPrivateHosts: ["127.0.0.1", "mail.example"],
        dns: {
          lookup: async () => {
            if (!state.hasDns) throw Object.assign(new Error("gone"), { code: "EAI_AGAIN" });
            return ["127.0.0.1"];
          },
        },
      }),
    }),
  });
  if (moment === "before the first connection") fail();
  const { user, pass } = login;
  const host = "mail.example";
  const tls = server.hasTls;
  const account = await engine.addAccount({ mail: user, pass, imapPort: proxy.port, host, tls });
  const differing = async () =>
    differences(await server.truth(), await truthHere(engine.database, account));
  const end = performance.now() + withinMs;
  const until = async (isSo: () => Promise<boolean>) => {
    while (!(await isSo())) {
      if (performance.now() > end) break;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  };
  if (moment === "while connecting") await until(async () => proxy.connections > 0);
  if (moment === "while reading") {
    await until(async () => (await truthHere(engine.database, account)).size > 0);
  }
  if (moment === "while idle") await until(async () => (await differing()).length === 0);
  fail();
  await work(isBusy ? 12 : 1);
  if (disruption === "outage") await until(async () => proxy.refused > attemptsInVain);
  restore();
  await until(async () => (await differing()).length === 0);
  const left = await differing();
  const name = `${disruption} ${moment}${isBusy ? ", others at work" : ""}, seed ${seed}`;
  if (left.length > 0) throw new Error(`${name}:\n${left.slice(0, 20).join("\n")}`);
  await until(async () => proxy.connections <= 3);
  if (proxy.connections > 3) throw new Error(`${name}: ${proxy.connections} connections are open`);
}
