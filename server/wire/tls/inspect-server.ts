import { once } from "node:events";
import type { Socket } from "node:net";
import { connect, type TLSSocket } from "node:tls";
import type { Egress } from "#/egress/egress.ts";
import type { Pinned } from "#/egress/pinned.ts";
import { WireError } from "../imap/wire-error.ts";
import { trustOf } from "./trust.ts";

/** A mail server's certificate, read before any secret is sent. */
export interface Shown {
  /** The certificate as DER in base64. */
  certificate: string;
  fingerprint: string;
  /** True if public authorities vouch for the certificate and its name. */
  isTrusted: boolean;
}

const implicitPorts = { imap: 993, smtp: 465 };
const answerMaxBytes = 16 * 1024;

/**
 * Opens TLS with a mail server, by STARTTLS if the port requires it, and disconnects. Throws EgressRefused, and WireError
 * `not_imap`, `encryption_required`.
 */
export async function lookAtCertificate(
  egress: Egress,
  pinned: Pinned,
  { protocol, timeoutMs }: { protocol: "imap" | "smtp"; timeoutMs: number },
): Promise<Shown> {
  const socket = await egress.connect(pinned, { timeoutMs });
  const signal = AbortSignal.timeout(timeoutMs);
  const abort = () => socket.destroy();
  signal.addEventListener("abort", abort);
  try {
    if (pinned.port !== implicitPorts[protocol]) await startTls(socket, protocol);
    return await shownOn(socket, pinned);
  } catch (cause) {
    throw cause instanceof WireError ? cause : new WireError("encryption_required", { cause });
  } finally {
    signal.removeEventListener("abort", abort);
    socket.destroy();
  }
}

async function startTls(socket: Socket, protocol: "imap" | "smtp"): Promise<void> {
  const lines = linesOf(socket);
  if (protocol === "imap") {
    await answer(lines, (line) => line.startsWith("* "), "not_imap");
    socket.write("a STARTTLS\r\n");
    const done = await answer(lines, (line) => line.startsWith("a "), "encryption_required");
    if (!done.startsWith("a OK")) throw new WireError("encryption_required");
    return;
  }
  await answer(lines, (line) => line.startsWith("220 "), "not_imap");
  socket.write("EHLO [127.0.0.1]\r\n");
  await answer(lines, (line) => /^\d{3} /.test(line), "not_imap");
  socket.write("STARTTLS\r\n");
  const done = await answer(lines, (line) => /^\d{3} /.test(line), "encryption_required");
  if (!done.startsWith("220 ")) throw new WireError("encryption_required");
}

type Lines = AsyncIterator<string>;

async function answer(
  lines: Lines,
  isEnd: (line: string) => boolean,
  otherwise: "not_imap" | "encryption_required",
): Promise<string> {
  for (;;) {
    const next = await lines.next();
    if (next.done === true) throw new WireError(otherwise);
    if (isEnd(next.value)) return next.value;
  }
}

/** Yields lines as they arrive, until the server has sent more than any greeting needs. */
async function* linesOf(socket: Socket): AsyncGenerator<string> {
  let text = "";
  let seen = 0;
  for (;;) {
    const end = text.indexOf("\n");
    if (end >= 0) {
      yield text.slice(0, end).trimEnd();
      text = text.slice(end + 1);
      continue;
    }
    const chunk: unknown = socket.read();
    if (Buffer.isBuffer(chunk)) {
      seen += chunk.length;
      if (seen > answerMaxBytes) return;
      text += chunk.toString("latin1");
    } else {
      if (socket.destroyed || socket.readableEnded) return;
      await Promise.race([once(socket, "readable"), once(socket, "close"), once(socket, "end")]);
    }
  }
}

async function shownOn(socket: Socket, pinned: Pinned): Promise<Shown> {
  const secure: TLSSocket = connect({ ...trustOf(pinned), socket, rejectUnauthorized: false });
  // Once the certificate is known, errors of the connection do not matter.
  secure.on("error", () => undefined);
  try {
    await Promise.race([
      once(secure, "secureConnect"),
      once(secure, "close").then(() => {
        throw new WireError("encryption_required");
      }),
    ]);
    const { raw, fingerprint256 } = secure.getPeerCertificate();
    return {
      certificate: raw.toString("base64"),
      fingerprint: fingerprint256,
      isTrusted: secure.authorized,
    };
  } finally {
    secure.destroy();
  }
}
