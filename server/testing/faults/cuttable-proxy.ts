import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** A proxy to a server on loopback whose connections can be cut and restored. */
export interface CuttableProxy extends AsyncDisposable {
  port: number;
  /** Number of open connections. */
  readonly connections: number;
  /** Number of connections ever opened. */
  readonly opened: number;
  /** Closes every connection and accepts no new ones. */
  cut: () => void;
  restore: () => void;
  /** From now on no data passes through the open connections, and neither end notices. New ones work as before. */
  goSilent: () => void;
  /** Closes every connection; new ones lead to another server. */
  turnTo: (targetPort: number) => void;
}

export async function startCuttableProxy(targetPort: number): Promise<CuttableProxy> {
  const sockets = new Set<Socket>();
  let leadsTo = targetPort;
  let isCut = false;
  let opened = 0;
  const server = createServer((near) => {
    if (isCut) return void near.destroy();
    opened++;
    const far = connect(leadsTo, "127.0.0.1");
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on("error", () => other.destroy());
      socket.on("close", () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const endAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const cut = () => {
    isCut = true;
    endAll();
  };
  return {
    port: address.port,
    get connections() {
      return sockets.size / 2;
    },
    get opened() {
      return opened;
    },
    cut,
    restore: () => {
      isCut = false;
    },
    goSilent: () => {
      for (const socket of sockets) {
        socket.unpipe();
        socket.pause();
      }
    },
    turnTo: (port) => {
      leadsTo = port;
      endAll();
    },
    async [Symbol.asyncDispose]() {
      cut();
      server.close();
      await once(server, "close");
    },
  };
}
