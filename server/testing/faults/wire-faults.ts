import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { text as readText } from "node:stream/consumers";

/** Faults of a call. */
export type WireFault =
  | { kind: "status"; status: number; body: string; headers?: Record<string, string> }
  /** Executes the request and loses the response. */
  | { kind: "lost-answer" };

/** A received request. */
export interface WireCall {
  method: string;
  /** Path with its query. */
  path: string;
  headers: IncomingMessage["headers"];
  body: string;
}

export interface WireAnswer {
  status: number;
  body: object | string;
}

/** Starts a JSON service on loopback that records its requests and can respond with faults. */
export async function startWireServer(answer: (call: WireCall) => WireAnswer) {
  const calls: WireCall[] = [];
  const faults: { matches: (call: WireCall) => boolean; fault: WireFault; left: number }[] = [];

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "GET", url = "/", headers } = request;
    const call = { method, path: url, headers, body: await readText(request) };
    calls.push(call);
    const held = faults.find((one) => one.left > 0 && one.matches(call));
    if (held) held.left -= 1;
    if (held?.fault.kind === "status") {
      const { status, body, headers: extraHeaders } = held.fault;
      response.writeHead(status, { "content-type": "application/json", ...extraHeaders });
      response.end(body);
      return;
    }
    const { status, body } = answer(call);
    if (held?.fault.kind === "lost-answer") {
      response.destroy();
      return;
    }
    const isText = typeof body === "string";
    response.writeHead(status, { "content-type": isText ? "text/plain" : "application/json" });
    response.end(isText ? body : JSON.stringify(body));
  }

  const server: Server = createServer((request, response) => {
    serve(request, response).catch((error: Error) => response.destroy(error));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("There is no port.");
  return {
    url: `http://127.0.0.1:${address.port}`,
    calls,
    /** Sets a fault for the next matching requests. */
    fail(matches: (call: WireCall) => boolean, fault: WireFault, times = 1) {
      faults.push({ matches, fault, left: times });
    },
    heal() {
      faults.length = 0;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
