import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";

const running: { server: Server; sockets: Set<Socket> }[] = [];

/** Starts a TCP server on loopback that passes every connection to `behave`; returns its port. */
export async function fakeServer(behave: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    // Broken connections are expected in these tests.
    socket.on("error", () => undefined);
    behave(socket);
  });
  running.push({ server, sockets });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (!address || typeof address === "string") throw new Error("no port");
  return address.port;
}

/** Closes the connections of all fake servers. */
export function hangUpFakeServers(): void {
  for (const socket of running.flatMap(({ sockets }) => [...sockets])) socket.destroy();
}

/** Stops all fake servers and closes their connections. */
export function stopFakeServers(): void {
  hangUpFakeServers();
  for (const { server } of running.splice(0)) server.close();
}
