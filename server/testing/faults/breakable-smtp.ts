import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { selfSigned } from "#/testing/factories/certificate.ts";

/** Phases of an SMTP session in which a connection can break, the server can hang, or the sender can be killed. */
export const smtpPhases = [
  "connect",
  "banner",
  "ehlo",
  "starttls",
  "handshake",
  "auth",
  "mail",
  "rcpt",
  "data",
  "content",
  "final dot",
  "quit",
] as const;
export type SmtpPhase = (typeof smtpPhases)[number];

interface Breakpoint {
  phase: SmtpPhase;
  /** Called once, when the phase is reached. The server sends nothing further on this connection. */
  hit: (line: { reset: () => void }) => void;
}

/**
 * An SMTP server on loopback that accepts every message. It is the worst case for an uncertain delivery: it keeps whatever it has
 * read up to the final dot, whether or not it responds (RFC 1047).
 */
export interface BreakableSmtp extends AsyncDisposable {
  port: number;
  /** All commands received, in order, encrypted or not. */
  lines: string[];
  /** All messages accepted, in order. */
  accepted: string[];
  /** Called after each accepted message. */
  onAccepted: (raw: string) => void;
  /** The fault to trigger; can be set at any time, and is cleared when it triggers. */
  breakpoint: Breakpoint | null;
}

interface Presence {
  certificate: { key: string; cert: string };
  /** Clear text that an attacker on the connection adds to the response to STARTTLS. */
  injected: string;
}

/** Starts the server. It offers STARTTLS and requires a login, but accepts all credentials. */
export async function startBreakableSmtp(given: Partial<Presence> = {}): Promise<BreakableSmtp> {
  const presence = {
    certificate: given.certificate ?? (await selfSigned()),
    injected: given.injected ?? "",
  };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    // Broken connections are the purpose of this server.
    socket.on("error", () => undefined);
    socket.once("close", () => sockets.delete(socket));
    void converse(smtp, socket, presence).catch(() => socket.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const smtp: BreakableSmtp = {
    port: address.port,
    lines: [],
    accepted: [],
    onAccepted: () => undefined,
    breakpoint: null,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
  return smtp;
}

/** Ends the session without closing the connection. */
class Broken extends Error {}

async function converse(
  smtp: BreakableSmtp,
  plain: Socket,
  { certificate, injected }: Presence,
): Promise<void> {
  const reach = (phase: SmtpPhase, before?: () => void) => {
    const { breakpoint } = smtp;
    if (breakpoint?.phase !== phase) return;
    smtp.breakpoint = null;
    before?.();
    breakpoint.hit({ reset: () => plain.resetAndDestroy() });
    throw new Broken();
  };
  try {
    reach("connect");
    reach("banner", () => plain.write("220-wait\r\n"));
    plain.write("220 ready\r\n");
    if ((await commands(smtp, plain, reach)) !== "starttls") return;
    plain.write(`220 go ahead\r\n${injected}`);
    // The data stays in the socket's buffer, because TLS reads it as its first bytes.
    await once(plain, "readable");
    reach("handshake");
    const secured = new TLSSocket(plain, { isServer: true, ...certificate });
    secured.on("error", () => undefined);
    await commands(smtp, secured, reach);
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
  }
}

type Reach = (phase: SmtpPhase) => void;

const phaseOf: ReadonlyMap<string, SmtpPhase> = new Map([
  ["EHLO", "ehlo"],
  ["STARTTLS", "starttls"],
  ["AUTH", "auth"],
  ["MAIL", "mail"],
  ["RCPT", "rcpt"],
  ["DATA", "data"],
  ["QUIT", "quit"],
]);

/** Responds to commands until the client disconnects or starts TLS. */
async function commands(
  smtp: BreakableSmtp,
  socket: Socket,
  reach: Reach,
): Promise<"starttls" | "gone"> {
  let text = "";
  for (;;) {
    const end = text.indexOf("\r\n");
    if (end < 0) {
      const more = await moreOf(socket);
      if (more === undefined) return "gone";
      text += more;
      continue;
    }
    const line = text.slice(0, end);
    text = text.slice(end + 2);
    smtp.lines.push(line);
    const verb = line.split(" ")[0]?.toUpperCase() ?? "";
    const phase = phaseOf.get(verb);
    if (phase !== undefined) reach(phase);
    if (verb === "STARTTLS") return "starttls";
    if (verb === "QUIT") {
      socket.end("221 bye\r\n");
      return "gone";
    }
    if (verb === "DATA") {
      socket.write("354 go on\r\n");
      const raw = await content(socket, reach);
      if (raw === undefined) return "gone";
      // Stores only the beginning, which identifies a message, because many are large.
      smtp.accepted.push(raw.slice(0, 4096));
      smtp.onAccepted(raw);
      reach("final dot");
    }
    socket.write(answerTo(verb, socket instanceof TLSSocket));
  }
}

function answerTo(verb: string, isSecured: boolean): string {
  if (verb === "AUTH") return "235 welcome\r\n";
  if (verb !== "EHLO") return "250 ok\r\n";
  return isSecured ? "250-here\r\n250 AUTH PLAIN\r\n" : "250-here\r\n250 STARTTLS\r\n";
}

/** Returns the message up to its final dot, or undefined if the connection broke before. */
async function content(socket: Socket, reach: Reach): Promise<string | undefined> {
  const pieces: string[] = [];
  for (let end = ""; end !== "\r\n.\r\n";) {
    const more = await moreOf(socket);
    if (more === undefined) return undefined;
    pieces.push(more);
    end = (end + more).slice(-5);
    // Triggers only before the final dot, because after it the message is complete.
    if (end !== "\r\n.\r\n") reach("content");
  }
  return pieces.join("");
}

async function moreOf(socket: Socket): Promise<string | undefined> {
  return new Promise((fulfil) => {
    const done = (more: string | undefined) => {
      socket.off("data", onData);
      socket.off("close", onClose);
      socket.pause();
      fulfil(more);
    };
    const onData = (bytes: Buffer) => done(bytes.toString("latin1"));
    const onClose = () => done(undefined);
    socket.on("data", onData);
    socket.once("close", onClose);
    socket.resume();
  });
}
