import { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import type { Egress } from "#/egress/egress.ts";
import { isAddress } from "../mime/addresses.ts";
import { trustOf } from "../tls/trust.ts";
import { limitReplies, maxReplyBytes } from "./reply-limits.ts";
import { tokenMechanism, tokenMechanisms } from "./token-login.ts";
import { SmtpError, type SmtpStage, toSmtpError } from "./smtp-error.ts";

export interface SmtpLogin {
  host: string;
  port: number;
  /**
   * True requires encryption: implicit on 465, STARTTLS on other ports. False is unencrypted, for allowed private hosts only.
   */
  tls: boolean;
  /** True if encryption begins with the first byte; needed if the port does not imply it. */
  isImplicit?: boolean;
  /** "" for a server that requires no login. */
  user: string;
  pass: string;
  /** Sent instead of the password (XOAUTH2, OAUTHBEARER). */
  accessToken?: string;
  /** The pinned certificate: the only one that the server may present (DER in base64). */
  certificate?: string;
}

export interface Outgoing {
  /** `from` is "" for a report, which must cause no reply (RFC 5321, 4.5.5). */
  envelope: { from: string; to: string[] };
  raw: Uint8Array;
  /** Returned in delivery reports of servers that support RFC 3461. */
  envelopeId?: string;
}

/** Callbacks that record the progress, each awaited before the conversation continues. */
export interface SendSteps {
  /**
   * Called when the server waits for the content and has none of it. After this, the server may have the message in any case (RFC
   * 1047). An error thrown here is thrown by sendMail, and nothing was sent.
   */
  beforeContent?: () => Promise<void>;
  /** All of it was sent; only the server's response is missing. */
  whileWaiting?: () => void;
  /** Called when the server has accepted the message. It stays accepted even if this throws. */
  whenAccepted?: (accepted: Accepted) => Promise<void>;
}

interface Accepted {
  response: string;
  /** The Message-ID with which a server such as Microsoft's replaced ours; "" if it reports none. */
  renamedTo: string;
}

export interface SmtpOptions {
  /** Timeout for connecting, for each reply of the server, and for each 64 KiB that it accepts; doubled until the login. */
  timeoutMs?: number;
  /** Timeout for the whole conversation after the login. */
  handOverMs?: number;
}

/** RFC 5321, 4.5.3.2, allows minutes; servers need them only for the reply to the whole message. */
const defaultTimeoutMs = 120_000;
/** Timeout for QUIT, which is a courtesy: nothing depends on its reply. */
const quitMs = 2000;
const pieceBytes = 64 * 1024;
/** A server may delay each of thousands of replies. */
const defaultHandOverMs = 30 * 60_000;

/**
 * Sends one message to all recipients, or to none if one is refused. Throws SmtpError; after `unknown` the message may have been
 * sent.
 */
export async function sendMail(
  egress: Egress,
  login: SmtpLogin,
  outgoing: Outgoing,
  { steps = {}, ...options }: SmtpOptions & { steps?: SendSteps } = {},
): Promise<void> {
  const { from, to } = outgoing.envelope;
  const addresses = from === "" ? to : [from, ...to];
  if (to.length === 0 || !addresses.every(isAddress)) throw new SmtpError("rejected");
  const session = await open(egress, login, { ...options, recipients: to.length });
  try {
    requireUtf8(session, addresses);
    const { handOverMs = defaultHandOverMs } = options;
    const accepted = await handOver(session, outgoing, { steps, handOverMs });
    // The reply came before the final dot: the server does not have the message.
    if (session.stage !== "handed over") throw new SmtpError("temporary");
    await steps.whenAccepted?.(accepted).catch((error: unknown) => {
      session.stoppedBy = error;
      throw error;
    });
    session.quit();
  } catch (error) {
    session.close();
    if (session.stoppedBy !== undefined) throw session.stoppedBy;
    throw toSmtpError(error, { host: login.host, stage: session.stage });
  }
}

function handOver(
  session: Session,
  outgoing: Outgoing,
  { steps, handOverMs }: { steps: SendSteps; handOverMs: number },
): Promise<Accepted> {
  let deadline: NodeJS.Timeout | undefined;
  return new Promise<Accepted>((fulfil, reject) => {
    session.onFailure(reject);
    deadline = setTimeout(() => reject(new Error("the server takes too long")), handOverMs);
    session.stage = "sending";
    const { envelope, raw, envelopeId: envid } = outgoing;
    session.connection.send(
      {
        ...envelope,
        size: raw.byteLength,
        // Headers are enough to identify a message.
        ...(envid === undefined ? {} : { dsn: { envid, ret: "HDRS", notify: ["FAILURE"] } }),
      },
      guardedMessage(session, Buffer.from(raw), steps),
      (error, info) => {
        if (error) reject(error);
        else fulfil({ response: info?.response ?? "", renamedTo: bare(info?.serverMessageId) });
      },
    );
  }).finally(() => clearTimeout(deadline));
}

function bare(messageId = ""): string {
  return messageId.replace(/^<|>$/g, "");
}

/** Throws if the server lacks SMTPUTF8 (RFC 6531): then addresses must be ASCII. Domains are already encoded in it. */
function requireUtf8({ connection }: Session, addresses: string[]): void {
  const extensions: unknown = Reflect.get(connection, "_supportedExtensions");
  const isOffered = Array.isArray(extensions) && extensions.includes("SMTPUTF8");
  // oxlint-disable-next-line no-control-regex -- ASCII begins with its control characters
  if (!isOffered && !addresses.every((address) => /^[\x00-\x7f]*$/.test(address))) {
    throw new SmtpError("address_not_ascii");
  }
}

/** Connects and logs in without sending anything. */
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
  /** Sets the deadline for the server's next step. */
  waitFor: () => void;
  /** Adds a listener for a connection that breaks outside a command. */
  onFailure: (listener: (error: Error) => void) => void;
  close: () => void;
  /** Sends QUIT without waiting for the reply. */
  quit: () => void;
  /** The error that a step threw. */
  stoppedBy?: unknown;
}

async function open(
  egress: Egress,
  login: SmtpLogin,
  { timeoutMs = defaultTimeoutMs, recipients = 0 }: SmtpOptions & { recipients?: number },
): Promise<Session> {
  let session: Session | undefined;
  try {
    if (/[\r\n\0]/.test(login.user + login.pass)) throw new SmtpError("bad_login");
    session = await connect(egress, login, { timeoutMs, recipients });
    if (login.user !== "") await logIn(session, login);
    return session;
  } catch (error) {
    session?.close();
    const failure = toSmtpError(error, { host: login.host, stage: session?.stage ?? "connecting" });
    if (failure.kind !== "certificate" || !login.certificate) throw failure;
    throw new SmtpError("certificate_changed", { cause: failure });
  }
}

async function connect(
  egress: Egress,
  login: SmtpLogin,
  { timeoutMs, recipients }: { timeoutMs: number; recipients: number },
): Promise<Session> {
  const pinned = await egress.resolve(login.host, login.port, "mail");
  if (!login.tls && !pinned.isAllowedPrivate) throw new SmtpError("encryption_required");
  const socket = await egress.connect(pinned, { timeoutMs });
  const isImplicit = login.tls && (login.isImplicit ?? login.port === 465);
  const connection = new SMTPConnection({
    connection: socket,
    host: pinned.host,
    port: pinned.port,
    secure: isImplicit,
    requireTLS: login.tls && !isImplicit,
    ignoreTLS: !login.tls,
    // An anonymous name: the machine's own name does not concern the message's readers.
    name: "[127.0.0.1]",
    tls: trustOf(pinned, login.certificate),
    ...(login.accessToken !== undefined && { customAuth: tokenMechanisms(login, pinned) }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    socketCloseTimeout: 0,
    maxResponseSize: maxReplyBytes,
  });
  let fail: (error: Error) => void = () => undefined;
  const close = () => {
    connection.close();
    socket.destroy();
  };
  const setDeadline = limitReplies(connection, {
    recipients,
    timeoutMs,
    isReady: () => session.stage !== "connecting" && session.stage !== "login",
    onExcess: (reason) => {
      fail(new Error(reason));
      close();
    },
  });
  setDeadline(2 * timeoutMs);
  const session: Session = {
    connection,
    stage: "connecting",
    waitFor: () => setDeadline(timeoutMs),
    onFailure: (listener) => {
      fail = listener;
    },
    close,
    quit: () => {
      const deadline = setTimeout(close, quitMs);
      socket.once("close", () => clearTimeout(deadline));
      connection.quit();
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

function logIn(session: Session, { user, pass, accessToken }: SmtpLogin): Promise<void> {
  session.stage = "login";
  const method = accessToken === undefined ? {} : { method: tokenMechanism(session.connection) };
  return new Promise((fulfil, reject) => {
    session.onFailure(reject);
    session.connection.login({ user, pass, ...method }, (error) =>
      error ? reject(error) : fulfil(),
    );
  });
}

/**
 * Returns the message as a stream that is first read when the server has replied to every recipient. nodemailer would send to the
 * accepted ones; here a single refusal breaks the stream, and the server discards a message without its final dot.
 */
function guardedMessage(session: Session, raw: Buffer, steps: SendSteps): Readable {
  async function* content() {
    const refused = refusalsOf(session.connection);
    if (refused.length > 0) {
      session.stage = "partly refused";
      throw refused[0] ?? new SmtpError("rejected");
    }
    session.stage = "content";
    try {
      await steps.beforeContent?.();
    } catch (error) {
      session.stoppedBy = error;
      throw error;
    }
    // In pieces, each read when the connection accepts more: the end of the stream is then really near.
    for (let at = 0; at < raw.length; at += pieceBytes) {
      session.waitFor();
      yield raw.subarray(at, at + pieceBytes);
    }
    session.waitFor();
    // Replies received until now cannot be the reply to the whole message.
    await nextTurn();
    if (session.connection.destroyed) return;
    session.stage = "handed over";
    steps.whileWaiting?.();
  }
  return Readable.from(content(), { objectMode: false });
}

/** Returns the server's responses to refused recipients, which nodemailer keeps with its envelope. */
function refusalsOf(connection: SMTPConnection): unknown[] {
  const envelope: unknown = Reflect.get(connection, "_envelope");
  if (typeof envelope !== "object" || envelope === null) return [];
  const errors: unknown = Reflect.get(envelope, "rejectedErrors");
  return Array.isArray(errors) ? errors : [];
}
