import type { ImapFlow } from "imapflow";
import type { Restraint } from "./restraint.ts";
import { startOfUidAnswer } from "./uid-answers.ts";

const kib = 1024;

/** Maximum bytes of a response's lines, without the literals of a FETCH. */
const maxBytes = {
  /** FLAGS, PERMANENTFLAGS, LIST, STATUS, CAPABILITY, usual FETCH, and any text: 64 KiB contain at most 32,000 tokens. */
  short: 64 * kib,
  /** FETCH of BODYSTRUCTURE or of parts: a message may have many of them. */
  fetch: 1024 * kib,
  /** SEARCH, ESEARCH (RFC 9051) and VANISHED (RFC 7162): two million UIDs on one line. */
  uids: 16 * 1024 * kib,
} as const;

/** imapflow uses 300 to 570 bytes per token, and 5,000 parts (`limits.mimeParts`) have 90,000 tokens. */
const maxTokensOfFetch = 100_000;

/** Fields of imapflow's stream that it does not declare; the version is pinned. */
interface RawStream {
  /** The complete lines of the current response. */
  inputBuffer: Buffer[];
  /** The pieces of the current line. */
  lineBuffer: Buffer[];
  literalWaiting: number;
  checkLineLength: (length: number) => boolean;
  checkLiteralMarker: (line: Buffer) => boolean;
  failStream: (error: Error) => false;
}

/**
 * Limits a response before imapflow creates objects from it: long lines only where a large response is expected, and a number of
 * tokens. Records an excess before it ends the connection.
 */
export function limitResponses(client: ImapFlow, restraint: Restraint): void {
  const { streamer } = client as unknown as { streamer: RawStream };
  const checkLineLength = streamer.checkLineLength.bind(streamer);
  const checkLiteralMarker = streamer.checkLiteralMarker.bind(streamer);
  let bytes = 0;
  let countTokens = tokenCounter();
  const failStream = streamer.failStream.bind(streamer);
  // imapflow's own limits call this method too.
  streamer.failStream = (error) => {
    restraint.wasExcessive = true;
    return failStream(error);
  };
  const maxBytesOf = (kind: keyof typeof maxBytes) =>
    kind === "fetch" && !restraint.asksForParts ? maxBytes.short : maxBytes[kind];
  const fail = (what: string) =>
    streamer.failStream(new Error(`The server sent a response of too many ${what}`));

  // Called for each piece of a line before it is stored.
  streamer.checkLineLength = (length) => {
    if (length <= maxBytes.short) return checkLineLength(length);
    const start = streamer.inputBuffer[0] ?? startOf(streamer.lineBuffer);
    if (start.length > 0 && length > maxBytesOf(kindOf(start))) return fail("bytes");
    return checkLineLength(length);
  };

  // Called for each complete line before it is stored.
  streamer.checkLiteralMarker = (line) => {
    const first = streamer.inputBuffer[0];
    const isLiteral = checkLiteralMarker(line);
    // Nearly all responses are one short line, which cannot exceed a limit.
    if (first === undefined && !isLiteral && line.length <= maxBytes.short) return false;
    if (first === undefined) {
      bytes = 0;
      countTokens = tokenCounter();
    }
    const kind = kindOf(first ?? line);
    bytes += line.length;
    if (bytes > maxBytesOf(kind)) return fail("bytes");
    if (kind === "fetch" && countTokens(line) > maxTokensOfFetch) return fail("tokens");
    if (isLiteral && kind !== "fetch") {
      bytes += streamer.literalWaiting;
      if (kind === "uids" || bytes > maxBytes.short) return fail("bytes");
    }
    return isLiteral;
  };
}

function startOf(pieces: readonly Buffer[]): Buffer {
  const [first] = pieces;
  if (first === undefined || first.length >= 64) return first ?? Buffer.alloc(0);
  return Buffer.concat(pieces.slice(0, 64)).subarray(0, 64);
}

function kindOf(start: Buffer): keyof typeof maxBytes {
  if (startOfUidAnswer(start) !== undefined) return "uids";
  const head = start.toString("latin1", 0, 64);
  return /^\0*\* \d+ FETCH /i.test(head) ? "fetch" : "short";
}

/** Returns a function that counts the tokens of a response, line by line, as imapflow's parser makes them. */
function tokenCounter(): (line: Buffer) => number {
  let count = 0;
  let isQuoted = false;
  let isEscaped = false;
  /** True if the next character begins an atom. */
  let isBetween = true;
  return (line) => {
    for (const byte of line) {
      if (isEscaped) isEscaped = false;
      else if (isQuoted) {
        if (byte === quote) isQuoted = false;
        else isEscaped = byte === backslash;
      } else if (endsToken[byte] === 1) isBetween = true;
      else if (startsToken[byte] === 1 || isBetween) {
        count += 1;
        isQuoted = byte === quote;
        isBetween = isQuoted || startsList[byte] === 1;
      }
    }
    return count;
  };
}

const quote = 0x22;
const backslash = 0x5c;
const endsToken = bytesOf(" )]>");
const startsList = bytesOf("([");
/** A flag begins where the previous one ends: `\Sent\HasNoChildren`. */
const startsToken = bytesOf('"([<{\\');

function bytesOf(characters: string): Uint8Array {
  const bytes = new Uint8Array(256);
  for (const char of characters) bytes[char.charCodeAt(0)] = 1;
  return bytes;
}
