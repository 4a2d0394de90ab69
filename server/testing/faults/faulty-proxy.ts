import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** Faults of a connection; `none` is a working one. */
export type Fault =
  | "none"
  /** Closes open connections and refuses new ones. */
  | "cut"
  /** No data arrives and neither end is notified; connections opened in this state stay dead. */
  | "silence"
  /** Accepts connections and never responds. */
  | "stall"
  /** Closes open connections; new ones hang at the TLS handshake. */
  | "handshake"
  /** Resets the connection (RST) within the next literal. */
  | "reset"
  /** Transfers single bytes slowly. */
  | "drip";

/** A proxy to a server on loopback that can inject faults at any time. */
export interface FaultyProxy extends AsyncDisposable {
  port: number;
  /** Number of open connections. */
  readonly connections: number;
  /** Number of connections ever refused. */
  readonly refused: number;
  set: (fault: Fault) => void;
}

const dripEveryMs = 250;
/** First byte of a TLS record, by its content type (RFC 8446, 5.1). */
const tlsHandshake = 22;
const tlsData = 23;
/** When encrypted, a literal is recognized only by its length. */
const longRecordBytes = 400;

export async function startFaultyProxy(targetPort: number): Promise<FaultyProxy> {
  const pairs = new Set<Pair>();
  const state: { fault: Fault } = { fault: "none" };
  let refused = 0;
  const server = createServer((near) => {
    if (state.fault === "cut") {
      refused++;
      return void near.resetAndDestroy();
    }
    const pair = new Pair(near, connect(targetPort, "127.0.0.1"), state);
    pairs.add(pair);
    near.once("close", () => pairs.delete(pair));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    port: address.port,
    get connections() {
      return pairs.size;
    },
    get refused() {
      return refused;
    },
    set: (fault) => {
      state.fault = fault;
      for (const pair of pairs) pair.obey();
    },
    async [Symbol.asyncDispose]() {
      for (const pair of pairs) pair.end();
      server.close();
      await once(server, "close");
    },
  };
}

/** One connection, from the client through the proxy to the server. */
class Pair {
  readonly #near: Socket;
  readonly #far: Socket;
  readonly #state: { readonly fault: Fault };
  /** True after data was dropped: the connection stays dead. */
  #isDead: boolean;
  #dripping: Buffer[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(near: Socket, far: Socket, state: { readonly fault: Fault }) {
    this.#near = near;
    this.#far = far;
    this.#state = state;
    this.#isDead = state.fault === "silence" || state.fault === "stall";
    near.on("data", (chunk) => {
      if (state.fault === "handshake" && chunk[0] === tlsHandshake) this.#isDead = true;
      if (!this.#isDead) far.write(chunk);
    });
    far.on("data", (chunk) => this.#pass(chunk));
    for (const socket of [near, far]) {
      socket.on("error", () => this.end());
      socket.on("close", () => this.end());
    }
  }

  /** Applies a change of the fault. */
  obey(): void {
    const { fault } = this.#state;
    if (fault === "cut" || fault === "handshake") this.end();
    if (fault === "silence") this.#isDead = true;
    if (fault !== "drip") for (const chunk of this.#dripping.splice(0)) this.#near.write(chunk);
  }

  end(): void {
    clearInterval(this.#timer);
    this.#near.destroy();
    this.#far.destroy();
  }

  #pass(chunk: Buffer): void {
    if (this.#isDead || !this.#near.writable) return;
    const { fault } = this.#state;
    if (fault === "drip") {
      this.#dripping.push(chunk);
      this.#timer ??= setInterval(() => this.#drip(), dripEveryMs);
      return;
    }
    const end = fault === "reset" ? withinLiteral(chunk) : undefined;
    if (end === undefined) return void this.#near.write(chunk);
    this.#near.write(chunk.subarray(0, end));
    this.#near.resetAndDestroy();
    this.#far.destroy();
  }

  #drip(): void {
    const [first, ...rest] = this.#dripping;
    if (first === undefined) return;
    this.#near.write(first.subarray(0, 1));
    this.#dripping = first.length > 1 ? [first.subarray(1), ...rest] : rest;
  }
}

/** Returns an offset inside the first literal; undefined without a literal. */
function withinLiteral(chunk: Buffer): number | undefined {
  if (chunk[0] === tlsData) return chunk.length > longRecordBytes ? chunk.length / 2 : undefined;
  const literal = /\{\d+\}\r\n/.exec(chunk.toString("latin1"));
  return literal === null ? undefined : literal.index + literal[0].length + 5;
}
