import type SMTPConnection from "nodemailer/lib/smtp-connection";

/** The limit of a whole reply (RFC 5321, 4.5.3.1.5, allows 512 bytes for a line of it). */
export const mostReplyBytes = 64 * 1024;
/** A challenge may have 12,288 (RFC 4954, 4); nodemailer looks at one in time that grows with its square. */
const mostLineBytes = 16 * 1024;
/** Limits of a conversation without recipients. EHLO is answered by about 20 lines, all else by one to three. */
const most = { lines: 1000, bytes: 256 * 1024 };
/** More for each recipient. nodemailer keeps every refusal. */
const mostForRecipient = { lines: 10, bytes: 1024 };

const newline = 10;

/** Reads of nodemailer's connection that it does not declare; the version is pinned. */
interface RawConnection {
  /** One for each reply that is waited for. */
  _responseActions: unknown[];
  _onData: (chunk: Buffer) => void;
  _sendCommand: (command: string, logged?: string) => void;
}

export interface ReplyLimits {
  recipients: number;
  /** For the reply to each command, once `isReady`. */
  timeoutMs: number;
  /** The login is over. Until then the first deadline holds: a server may ask for one thing after another. */
  isReady: () => boolean;
  /** Called with the reason; must end the connection. */
  onExcess: (reason: string) => void;
}

/**
 * Limits what the server may say in a whole conversation, before nodemailer keeps it, and how long it may take for the
 * reply to a command, however slowly it speaks: nodemailer waits for as long as bytes come. Returns a function that sets
 * the deadline for what comes next, in milliseconds.
 */
export function limitReplies(
  connection: SMTPConnection,
  { recipients, timeoutMs, isReady, onExcess }: ReplyLimits,
): (ms: number) => void {
  // Safe: the fields are there in this version, and the tests of hostile servers fail without them.
  const raw = connection as unknown as RawConnection;
  const onData = raw._onData.bind(connection);
  const sendCommand = raw._sendCommand.bind(connection);
  let linesLeft = most.lines + recipients * mostForRecipient.lines;
  let bytesLeft = most.bytes + recipients * mostForRecipient.bytes;
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
    return bytesLeft >= 0 && linesLeft >= 0 && lineBytes <= mostLineBytes;
  };
  raw._onData = (chunk) => {
    const end = chunk.findIndex((byte) => !isWithin(byte));
    // The reply to the message may come before the excess.
    onData(end < 0 ? chunk : chunk.subarray(0, end));
    if (end >= 0) onExcess("the server says too much");
  };
  raw._sendCommand = (command, logged) => {
    // Commands that are sent together (RFC 2920) are answered one after the other.
    if (isReady()) waitFor(Math.max(raw._responseActions.length, 1) * timeoutMs);
    sendCommand(command, logged);
  };
  return waitFor;
}
