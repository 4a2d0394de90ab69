import { faultTrials, tryFault } from "../../server/testing/faults/tracking/fault-trial.ts";
import type { SoakPart } from "./soak-part.ts";
import { withServer } from "./tracked.ts";

const servers = ["dovecotTls", "dovecot", "plain", "gmail", "yahoo", "noCondstore"];

/** Every network fault at every moment, on several servers: afterwards the product and the server are in sync. */
export const faultsPart: SoakPart = {
  name: "faults",
  open: async () => ({
    cases: faultTrials.length * servers.length,
    attempt: async (seed) => {
      const trial = faultTrials[(seed - 1) % faultTrials.length];
      const name = servers[Math.floor((seed - 1) / faultTrials.length)] ?? "plain";
      if (trial === undefined) return;
      await withServer(name, (server) => tryFault(server, trial, { seed, withinMs: 60_000 })).catch(
        (cause: unknown) => {
          throw new Error(`with ${name}: ${String(cause)}`, { cause });
        },
      );
    },
    [Symbol.asyncDispose]: async () => undefined,
  }),
};
