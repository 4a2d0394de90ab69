import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

/** Distributes calls among processes as a load balancer does, and reads each process's state only from its `/readyz`. */
export interface Balancer extends AsyncDisposable {
  origin: string;
  /** Adds a process. Resolves when it receives requests. */
  add: (origin: string) => Promise<void>;
  /** Resolves when the process gets no further calls. */
  left: (origin: string) => Promise<void>;
}

const askEveryMs = 50;

export async function startBalancer(): Promise<Balancer> {
  const ready = new Map<string, boolean>();
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const open = [...ready].filter(([, isReady]) => isReady);
    const [origin] = open[turn++ % Math.max(open.length, 1)] ?? [];
    if (origin === undefined) {
      outgoing.writeHead(503).end();
      return;
    }
    const { method, headers, url = "/" } = incoming;
    const forwarded = request(new URL(url, origin), { method, headers, agent: false });
    forwarded.on("response", (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
      answer.on("error", () => outgoing.destroy());
    });
    forwarded.on("error", () =>
      outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end(),
    );
    outgoing.on("close", () => forwarded.destroy());
    incoming.pipe(forwarded);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const timer = setInterval(() => {
    for (const origin of ready.keys()) {
      fetch(`${origin}/readyz`).then(
        ({ ok }) => ready.has(origin) && ready.set(origin, ok),
        () => ready.has(origin) && ready.set(origin, false),
      );
    }
  }, askEveryMs);
  // Safe: the server listens on a TCP port.
  const { port } = server.address() as AddressInfo;
  const until = async (origin: string, state: boolean) => {
    while (ready.get(origin) !== state) await new Promise((done) => setTimeout(done, askEveryMs));
  };
  return {
    origin: `http://127.0.0.1:${port}`,
    add: (origin) => {
      ready.set(origin, false);
      return until(origin, true);
    },
    async left(origin) {
      await until(origin, false);
      ready.delete(origin);
    },
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
