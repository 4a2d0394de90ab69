import { once } from "node:events";
import { createServer } from "node:net";

/** Below the ephemeral ports, from which the system might take a port for an outgoing connection before it is used. */
const range = { first: 15_000, count: 17_000 };
/** Ports that one process is likely to need. */
const share = 40;

// Processes that start together have neighboring ids, so that they do not try the same ports at the same moment.
const start = (process.pid * share) % range.count;
let given = 0;

/** Returns an unused loopback port: a different one for each call in a process, and for each of the processes started together. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = range.first + ((start + given++) % range.count);
    const probe = createServer();
    const isFree = once(probe, "listening").then(
      () => true,
      () => false,
    );
    probe.listen(port, "127.0.0.1");
    if (!(await isFree)) continue;
    probe.close();
    await once(probe, "close");
    return port;
  }
  throw new Error("No port is free.");
}
