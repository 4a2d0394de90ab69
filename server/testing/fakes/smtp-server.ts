import { once } from "node:events";
import type { Socket } from "node:net";
import { SMTPServer, type SMTPServerDataStream } from "smtp-server";
import { selfSigned } from "#/testing/factories/certificate.ts";

type SmtpPhase = "connect" | "auth" | "mail" | "rcpt" | "data" | "final";

/** A fault: a response with that code, silence, or a broken connection. */
export interface SmtpFault {
  /** `data` breaks during the message, `final` after its final dot. */
  phase: SmtpPhase;
  how: "hang" | "drop" | { code: number; text: string };
  /** Only for this recipient, in phase rcpt. */
  recipient?: string;
}

/** A real SMTP server on loopback that records its commands. */
export interface TestSmtp extends AsyncDisposable {
  host: "127.0.0.1";
  port: number;
  /** Commands from clients, in order: `AUTH user`, `MAIL from`, `RCPT to`, `DATA`. */
  commands: string[];
  /** The fault to trigger, which can change between messages; null for none. */
  failAt: SmtpFault | null;
  stop: () => Promise<void>;
}

type Done = (error?: Error | null) => void;

/** Starts the server. Every accepted message is passed to `deliver`, once per recipient. */
export async function startSmtp(options: {
  deliver: (recipient: string, raw: Buffer) => void | Promise<void>;
  /** If set, a login is required. */
  auth?: { user: string; pass: string }[];
  failAt?: SmtpFault;
  /** If set, OAuth tokens are also accepted when this returns true. */
  isGoodToken?: (address: string, token: string) => Promise<boolean>;
  /** Self-signed TLS: `starttls` offers STARTTLS, `implicit` uses TLS from the first byte. */
  tls?: "starttls" | "implicit";
}): Promise<TestSmtp> {
  const commands: string[] = [];
  const sockets = new Set<Socket>();
  /** Applies the fault of a phase, or continues. */
  const pass = (phase: SmtpPhase, done: Done, proceed: () => void, recipient?: string) => {
    const fault = state.failAt;
    const isHit = fault?.phase === phase && (fault.recipient ?? recipient) === recipient;
    if (!isHit) return proceed();
    if (fault.how === "hang") return;
    if (fault.how === "drop") for (const socket of sockets) socket.destroy();
    else done(Object.assign(new Error(fault.how.text), { responseCode: fault.how.code }));
  };
  const server = new SMTPServer({
    ...(options.tls ? await selfSigned() : {}),
    secure: options.tls === "implicit",
    disabledCommands: options.tls === "starttls" ? [] : ["STARTTLS"],
    authOptional: !options.auth && !options.isGoodToken,
    authMethods: ["PLAIN", "LOGIN", ...(options.isGoodToken ? ["XOAUTH2"] : [])],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: 1,
    onConnect: (_session, done) => pass("connect", done, () => done()),
    onAuth: ({ username = "", password, accessToken }, _session, done) => {
      commands.push(`AUTH ${username}`);
      pass("auth", done, () => {
        if (accessToken !== undefined && options.isGoodToken) {
          const settled = options.isGoodToken(username, accessToken).then((isGood) => {
            if (!isGood) throw new Error("Invalid token");
          });
          void settle(settled, (error) => (error ? done(error) : done(null, { user: username })));
          return;
        }
        const isKnown = options.auth?.some((one) => one.user === username && one.pass === password);
        if (isKnown) done(null, { user: username });
        else done(new Error("Invalid username or password"));
      });
    },
    onMailFrom: ({ address }, _session, done) => {
      commands.push(`MAIL ${address}`);
      pass("mail", done, () => done());
    },
    onRcptTo: ({ address }, _session, done) => {
      commands.push(`RCPT ${address}`);
      pass("rcpt", done, () => done(), address);
    },
    onData: (stream, session, done) => {
      commands.push("DATA");
      const deliverAll = async (raw: Buffer) => {
        for (const { address } of session.envelope.rcptTo) await options.deliver(address, raw);
      };
      pass("data", done, () => {
        void read(stream).then((raw) => {
          // An aborted message ends its stream too, but is not delivered.
          if (raw !== undefined) pass("final", done, () => void settle(deliverAll(raw), done));
        });
      });
    },
  });
  server.server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  // Broken connections are expected in these tests.
  server.on("error", () => undefined);
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const address = server.server.address();
  if (!address || typeof address === "string") throw new Error("no port");
  const stop = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((fulfil) => server.close(() => fulfil()));
  };
  const state: TestSmtp = {
    host: "127.0.0.1",
    port: address.port,
    commands,
    failAt: options.failAt ?? null,
    stop,
    [Symbol.asyncDispose]: stop,
  };
  return state;
}

async function settle(work: Promise<void>, done: Done): Promise<void> {
  try {
    await work;
  } catch (error) {
    return done(error instanceof Error ? error : new Error(String(error)));
  }
  done();
}

async function read(stream: SMTPServerDataStream): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of stream) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  } catch {
    // The connection broke before the final dot.
    return undefined;
  }
  return Buffer.concat(chunks);
}
