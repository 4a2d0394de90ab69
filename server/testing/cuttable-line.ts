import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** A line to a server on loopback that can be cut and mended. */
export interface CuttableLine extends AsyncDisposable {
  port: number;
  /** How many connections run over it. */
  readonly connections: number;
  /** How many were opened, ever. */
  readonly opened: number;
  /** Ends every connection and takes no new ones. */
  cut: () => void;
  mend: () => void;
  /** From now on nothing comes through a connection that is open, and neither end hears of that. New ones are as ever. */
  goSilent: () => void;
  /** Ends every connection; the next ones lead to another server. */
  turnTo: (targetPort: number) => void;
}

export async function startCuttableLine(targetPort: number): Promise<CuttableLine> {
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
    mend: () => {
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
