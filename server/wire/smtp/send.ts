import { isIP } from "node:net";
import { Readable } from "node:stream";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import type { Egress } from "#/egress/egress.ts";
import { isAddress } from "../mime/addresses.ts";
import { SmtpError, type SmtpStage, toSmtpError } from "./smtp-error.ts";

export interface SmtpLogin {
  host: string;
  port: number;
  /** Encryption required: implicit on 465, STARTTLS elsewhere. False: clear, for allowed private hosts only. */
  tls: boolean;
  /** "" for a server that wants no login. */
  user: string;
  pass: string;
}

export interface Outgoing {
  envelope: { from: string; to: string[] };
  raw: Uint8Array;
}

export interface SmtpOptions {
  /** For connecting, and for each answer of the server. */
  timeoutMs?: number;
}

const defaultTimeoutMs = 60_000;

/**
 * Hands one message over, to all recipients or, when one is refused, to none. Throws SmtpError; after `unknown` the
 * message may have been sent.
 */
export async function sendMail(
  egress: Egress,
  login: SmtpLogin,
  outgoing: Outgoing,
  options: SmtpOptions = {},
): Promise<{ accepted: string[]; response: string }> {
  const { from, to } = outgoing.envelope;
  if (to.length === 0 || ![from, ...to].every(isAddress)) throw new SmtpError("rejected");
  const session = await open(egress, login, options);
  try {
    return await new Promise((fulfil, reject) => {
      session.onFailure(reject);
      session.stage = "sending";
      const message = guardedMessage(session, Buffer.from(outgoing.raw));
      const envelope = { from, to, size: outgoing.raw.byteLength };
      session.connection.send(envelope, message, (error, info) => {
        if (error) reject(error);
        else fulfil({ accepted: info?.accepted ?? [], response: info?.response ?? "" });
      });
    });
  } catch (error) {
    throw toSmtpError(error, { host: login.host, stage: session.stage });
  } finally {
    session.close();
  }
}

/** Connects and logs in, sends nothing. */
export async function trySmtpLogin(
  egress: Egress,
  login: SmtpLogin,
  options: SmtpOptions = {},
): Promise<void> {
  const session = await open(egress, login, options);
  session.close();
}

interface Session {
  connection: SMTPConnection;
  stage: SmtpStage;
  /** Who is told when the connection breaks outside a command. */
  onFailure: (listener: (error: Error) => void) => void;
  close: () => void;
}

async function open(
  egress: Egress,
  login: SmtpLogin,
  { timeoutMs = defaultTimeoutMs }: SmtpOptions,
): Promise<Session> {
  let session: Session | undefined;
  try {
    if (/[\r\n\0]/.test(login.user + login.pass)) throw new SmtpError("bad_login");
    session = await connect(egress, login, timeoutMs);
    if (login.user !== "") await logIn(session, login);
    return session;
  } catch (error) {
    session?.close();
    throw toSmtpError(error, { host: login.host, stage: session?.stage ?? "connecting" });
  }
}

async function connect(egress: Egress, login: SmtpLogin, timeoutMs: number): Promise<Session> {
  const pinned = await egress.resolve(login.host, login.port, "mail");
  if (!login.tls && !pinned.isAllowedPrivate) throw new SmtpError("encryption_required");
  const socket = await egress.connect(pinned, { timeoutMs });
  const isImplicit = login.tls && login.port === 465;
  const connection = new SMTPConnection({
    connection: socket,
    host: pinned.host,
    port: pinned.port,
    secure: isImplicit,
    requireTLS: login.tls && !isImplicit,
    ignoreTLS: !login.tls,
    // Names nobody: the machine's own name is no business of the mail's readers.
    name: "[127.0.0.1]",
    tls: {
      rejectUnauthorized: !pinned.isAllowedPrivate,
      ...(isIP(pinned.host) ? {} : { servername: pinned.host }),
    },
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    socketCloseTimeout: 0,
  });
  let fail: (error: Error) => void = () => undefined;
  const session: Session = {
    connection,
    stage: "connecting",
    onFailure: (listener) => {
      fail = listener;
    },
    close: () => {
      connection.close();
      socket.destroy();
    },
  };
  connection.on("error", (error: Error) => fail(error));
  connection.on("end", () => fail(new Error("the connection was closed")));
  try {
    await new Promise<void>((fulfil, reject) => {
      session.onFailure(reject);
      connection.connect((error) => (error ? reject(error) : fulfil()));
    });
    return session;
  } catch (error) {
    session.close();
    throw error;
  }
}

function logIn(session: Session, { user, pass }: SmtpLogin): Promise<void> {
  session.stage = "login";
  return new Promise((fulfil, reject) => {
    session.onFailure(reject);
    session.connection.login({ user, pass }, (error) => (error ? reject(error) : fulfil()));
  });
}

/**
 * The message as a stream that is first read when the server has judged every recipient. nodemailer would send to the
 * remaining ones; here a single refusal breaks the stream, and without its final dot the server forgets the message.
 */
function guardedMessage(session: Session, raw: Buffer): Readable {
  async function* content() {
    const refused = refusalsOf(session.connection);
    if (refused.length > 0) throw refused[0] ?? new SmtpError("rejected");
    yield raw;
    session.stage = "handed over";
  }
  return Readable.from(content(), { objectMode: false });
}

/** What the server said to the recipients it refused, which nodemailer keeps with its envelope. */
function refusalsOf(connection: SMTPConnection): unknown[] {
  const envelope: unknown = Reflect.get(connection, "_envelope");
  if (typeof envelope !== "object" || envelope === null) return [];
  const errors: unknown = Reflect.get(envelope, "rejectedErrors");
  return Array.isArray(errors) ? errors : [];
}
