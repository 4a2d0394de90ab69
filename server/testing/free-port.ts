import { once } from "node:events";
import { createServer } from "node:net";

/** Below the ephemeral ports, from which the system might take a port for an outgoing connection before it is used. */
const range = { first: 15_000, count: 17_000 };

const start = Math.floor(Math.random() * range.count);
let given = 0;

/** Returns an unused loopback port: a different one for each call in a process, and a random one between processes. */
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
