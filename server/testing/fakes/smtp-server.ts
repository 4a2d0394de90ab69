import { once } from "node:events";
import type { Socket } from "node:net";
import { SMTPServer, type SMTPServerAuthentication, type SMTPServerDataStream } from "smtp-server";
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

interface SmtpOptions {
  /** Called with every accepted message, once per recipient. */
  deliver: (recipient: string, raw: Buffer) => void | Promise<void>;
  /** If set, a login is required. */
  auth?: { user: string; pass: string }[];
  failAt?: SmtpFault;
  /** If set, OAuth tokens are also accepted when this returns true. */
  isGoodToken?: (address: string, token: string) => Promise<boolean>;
  /** Self-signed TLS: `starttls` offers STARTTLS, `implicit` uses TLS from the first byte. */
  tls?: "starttls" | "implicit";
}

/** Starts the server. */
export async function startSmtp(options: SmtpOptions): Promise<TestSmtp> {
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
    onAuth: (login, _session, done) => {
      const { username: user = "" } = login;
      commands.push(`AUTH ${user}`);
      pass("auth", done, () => {
        void settle(verifyLogin(options, user, login), (error) =>
          error ? done(error) : done(null, { user }),
        );
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

/** Throws if neither the token nor the password is accepted. */
async function verifyLogin(
  { auth, isGoodToken }: SmtpOptions,
  user: string,
  { password, accessToken }: SMTPServerAuthentication,
): Promise<void> {
  if (accessToken !== undefined && isGoodToken) {
    if (!(await isGoodToken(user, accessToken))) throw new Error("Invalid token");
    return;
  }
  const isKnown = auth?.some((one) => one.user === user && one.pass === password);
  if (!isKnown) throw new Error("Invalid username or password");
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
