import { startMailEngine } from "../../server/testing/apps/mail-engine.ts";
import { track } from "../../server/testing/faults/tracking/track.ts";
import type { TrackedServer } from "../../server/testing/faults/tracking/tracked-server.ts";
import type { SoakPart } from "./soak-part.ts";
import { pass, serverNames, user, withServer } from "./tracked.ts";

/** Three other mail clients make arbitrary changes: once they rest, the local state converges to the server's. */
export const syncPart: SoakPart = {
  name: "sync",
  open: async () => ({
    attempt: async (seed) => {
      const name = serverNames[seed % serverNames.length] ?? "plain";
      await withServer(name, (server) => watch(server, seed)).catch((cause: unknown) => {
        throw new Error(`with ${name}: ${String(cause)}`, { cause });
      });
    },
    [Symbol.asyncDispose]: async () => undefined,
  }),
};

async function watch(server: TrackedServer, seed: number): Promise<void> {
  await using engine = await startMailEngine({ retryMs: 200 });
  const imapPort = server.login.port;
  const account = await engine.addAccount({ mail: user, pass, imapPort });
  await track(engine, account, server, { seed, bursts: 8, steps: 25, withinMs: 30_000 });
}
