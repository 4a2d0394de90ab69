import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** A mail client that sends commands unchanged, bytes as latin1. */
export interface PlainImap extends AsyncDisposable {
  /**
   * Sends a command, with each literal `{n}` after the server's continuation. Returns the untagged responses. Throws unless the
   * server responds OK.
   */
  run: (command: string) => Promise<string[]>;
}

/** Connects to a server on loopback and logs in. */
export async function openPlainImap(login: {
  port: number;
  user: string;
  pass: string;
}): Promise<PlainImap> {
  const socket = connect(login.port, "127.0.0.1");
  await once(socket, "connect");
  const responses = readResponses(socket);
  let count = 0;
  const run = async (command: string) => {
    const tag = `T${++count}`;
    const pieces = `${tag} ${command}\r\n`.split(/(?<=\{\d+\}\r\n)/);
    const sendNext = () => socket.write(Buffer.from(pieces.shift() ?? "", "latin1"));
    sendNext();
    const untagged: string[] = [];
    for await (const response of responses) {
      if (response.startsWith("+")) sendNext();
      else if (!response.startsWith(`${tag} `)) untagged.push(response);
      else if (response.startsWith(`${tag} OK`)) return untagged;
      else throw new Error(`${command.slice(0, 80)} → ${response}`);
    }
    throw new Error(`${command.slice(0, 80)} → the server closed the connection`);
  };
  await run(`LOGIN ${login.user} ${login.pass}`);
  // Some servers open no folder before ID. Courier does not know the command.
  await run('ID ("name" "plain")').catch(() => undefined);
  return {
    run,
    async [Symbol.asyncDispose]() {
      socket.destroy();
    },
  };
}

/** Reads responses with their literals. The generator is entered again for each command, which is why it has no return. */
function readResponses(socket: Socket): AsyncIterable<string> {
  const ready: string[] = [];
  let unread = "";
  let isOver = false;
  let notify = () => {};
  const take = () => {
    for (;;) {
      const end = endOfResponse(unread);
      if (end < 0) break;
      ready.push(unread.slice(0, end));
      unread = unread.slice(end + 2);
    }
    notify();
  };
  socket.on("data", (chunk) => {
    unread += chunk.toString("latin1");
    take();
  });
  socket.on("error", () => undefined);
  socket.on("close", () => {
    isOver = true;
    notify();
  });
  const next = async (): Promise<IteratorResult<string>> => {
    for (;;) {
      const value = ready.shift();
      if (value !== undefined) return { value, done: false };
      if (isOver) return { value: undefined, done: true };
      await new Promise<void>((fulfil) => {
        notify = fulfil;
      });
    }
  };
  return { [Symbol.asyncIterator]: () => ({ next }) };
}

/** Returns the end of the first response, or -1 while it is incomplete. */
function endOfResponse(text: string): number {
  for (let from = 0; ;) {
    const end = text.indexOf("\r\n", from);
    if (end < 0) return -1;
    const literal = /\{(\d+)\}$/.exec(text.slice(from, end));
    if (!literal) return end;
    from = end + 2 + Number(literal[1]);
    if (from > text.length) return -1;
  }
}
