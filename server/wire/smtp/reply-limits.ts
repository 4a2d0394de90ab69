import type SMTPConnection from "nodemailer/lib/smtp-connection";

/** Maximum size of a whole reply (RFC 5321, 4.5.3.1.5, allows 512 bytes per line). */
export const maxReplyBytes = 64 * 1024;
/** A challenge may have 12,288 bytes (RFC 4954, 4); nodemailer's time for one grows with its square. */
const maxLineBytes = 16 * 1024;
/** Limits of a conversation without recipients. EHLO has about 20 lines of reply, other commands one to three. */
const most = { lines: 1000, bytes: 256 * 1024 };
/** Added per recipient. nodemailer stores every refusal. */
const maxForRecipient = { lines: 10, bytes: 1024 };

const newline = 10;

/** Fields of nodemailer's connection that it does not declare; the version is pinned. */
interface RawConnection {
  /** One entry per awaited reply. */
  _responseActions: unknown[];
  _onData: (chunk: Buffer) => void;
  _sendCommand: (command: string, logged?: string) => void;
}

export interface ReplyLimits {
  recipients: number;
  /** Timeout for the reply to each command, once `isReady`. */
  timeoutMs: number;
  /** Returns true after the login. Until then the first deadline applies: a server may send one challenge after another. */
  isReady: () => boolean;
  /** Called with the reason; must end the connection. */
  onExcess: (reason: string) => void;
}

/**
 * Limits what the server may send in a whole conversation, before nodemailer stores it, and how long it may take for the reply to
 * a command, even if it sends slowly: nodemailer waits as long as bytes arrive. Returns a function that sets the next deadline in
 * milliseconds.
 */
export function limitReplies(
  connection: SMTPConnection,
  { recipients, timeoutMs, isReady, onExcess }: ReplyLimits,
): (ms: number) => void {
  // Safe: this version has the fields, and the tests with hostile servers fail without them.
  const raw = connection as unknown as RawConnection;
  const onData = raw._onData.bind(connection);
  const sendCommand = raw._sendCommand.bind(connection);
  let linesLeft = most.lines + recipients * maxForRecipient.lines;
  let bytesLeft = most.bytes + recipients * maxForRecipient.bytes;
  let lineBytes = 0;
  let deadline: NodeJS.Timeout | undefined;
  let isOver = false;
  const waitFor = (ms: number) => {
    clearTimeout(deadline);
    if (!isOver) deadline = setTimeout(() => onExcess("the server takes too long"), ms);
  };
  connection.once("end", () => {
    isOver = true;
    clearTimeout(deadline);
  });
  const isWithin = (byte: number) => {
    bytesLeft--;
    lineBytes = byte === newline ? 0 : lineBytes + 1;
    if (byte === newline) linesLeft--;
    return bytesLeft >= 0 && linesLeft >= 0 && lineBytes <= maxLineBytes;
  };
  raw._onData = (chunk) => {
    const end = chunk.findIndex((byte) => !isWithin(byte));
    // The reply to the message may come before the excess.
    onData(end < 0 ? chunk : chunk.subarray(0, end));
    if (end >= 0) onExcess("the server says too much");
  };
  raw._sendCommand = (command, logged) => {
    // Pipelined commands (RFC 2920) are answered one after the other.
    if (isReady()) waitFor(Math.max(raw._responseActions.length, 1) * timeoutMs);
    sendCommand(command, logged);
  };
  return waitFor;
}
