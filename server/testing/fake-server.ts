import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";

const running: { server: Server; sockets: Set<Socket> }[] = [];

/** Starts a TCP server on loopback that passes every connection to `behave`; returns its port. */
export async function fakeServer(behave: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    // Clients that break off are what the tests are about.
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

/** Ends the connections of all of them. */
export function hangUpFakeServers(): void {
  for (const socket of running.flatMap(({ sockets }) => [...sockets])) socket.destroy();
}

/** Ends all of them with their connections. */
export function stopFakeServers(): void {
  hangUpFakeServers();
  for (const { server } of running.splice(0)) server.close();
}
