import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { selfSigned } from "./certificate.ts";

/** Every point of a conversation at which a line can break, a server fall silent, or the sender die. */
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
  /** Called once, when the phase is reached; the server says nothing more on this connection. */
  hit: (line: { reset: () => void }) => void;
}

/**
 * An SMTP server on loopback that takes every message: it is in doubt the worst one can meet, for what it has read to
 * the last dot it has, whether or not it says so (RFC 1047).
 */
export interface BreakableSmtp extends AsyncDisposable {
  port: number;
  /** Every command it was given, in order, in clear or not. */
  lines: string[];
  /** Everything it has taken, in order. */
  accepted: string[];
  /** Called after each message taken. */
  onAccepted: (raw: string) => void;
  /** Settable; cleared when it is hit. */
  breakpoint: Breakpoint | null;
}

interface Presence {
  certificate: { key: string; cert: string };
  /** Clear text that an attacker on the connection adds to the response to STARTTLS. */
  injected: string;
}

/** Starts it. It asks for STARTTLS and a login, whatever they are. */
export async function startBreakableSmtp(given: Partial<Presence> = {}): Promise<BreakableSmtp> {
  const presence = {
    certificate: given.certificate ?? (await selfSigned()),
    injected: given.injected ?? "",
  };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    // Lines that break are what this server is for.
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

/** Ends the conversation without closing its line. */
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
    // It stays where it is: TLS begins by reading what has come.
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

/** Answers commands until the client leaves, or asks for encryption. */
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
      // Enough to know it again: many of them are large.
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

/** The message up to its dot; undefined when the line broke before. */
async function content(socket: Socket, reach: Reach): Promise<string | undefined> {
  const pieces: string[] = [];
  for (let end = ""; end !== "\r\n.\r\n";) {
    const more = await moreOf(socket);
    if (more === undefined) return undefined;
    pieces.push(more);
    end = (end + more).slice(-5);
    // Only while something is missing: with the dot the message has come whole.
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
