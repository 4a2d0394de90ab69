import type { ImapFlow } from "imapflow";

/** UIDs from first to last, both included. */
export type UidRange = readonly [first: number, last: number];

/** Fields of imapflow's stream that it does not declare; the version is pinned. */
interface RawStream {
  push: (item: Response | null) => boolean;
}

interface Response {
  payload: Buffer;
  literals: Buffer[];
}

/**
 * Passes the UIDs of SEARCH, ESEARCH and VANISHED to imapflow as one literal, which it does not parse: it would create an object
 * per UID, 700 MB for two million.
 */
export function groupUids(client: ImapFlow): void {
  const { streamer } = client as unknown as { streamer: RawStream };
  const push = streamer.push.bind(streamer);
  streamer.push = (item) => {
    const start = item && startOfUidAnswer(item.payload);
    if (!item || !start || item.payload.length === start.length) return push(item);
    const uids = item.payload.subarray(start.length);
    // Changes the object in place: the stream waits for its `next`.
    item.payload = Buffer.from(`${start}{${uids.length}}\r\n`, "latin1");
    item.literals = [uids];
    return push(item);
  };
}

/** Returns the beginning of a response that may list very many UIDs (RFC 9051, RFC 7162); undefined for any other response. */
export function startOfUidAnswer(response: Buffer): string | undefined {
  const head = response.toString("latin1", 0, 64);
  return /^\0*\* (?:SEARCH|ESEARCH|VANISHED) /i.exec(head)?.[0];
}

/** Returns the literal that `groupUids` put into an attribute; undefined if the response listed no UIDs. */
export function uidsOf(attribute: unknown): Buffer | undefined {
  if (typeof attribute !== "object" || attribute === null || !("value" in attribute)) return;
  return Buffer.isBuffer(attribute.value) ? attribute.value : undefined;
}

const space = 0x20;
const comma = 0x2c;
const colon = 0x3a;
const zero = 0x30;
const nine = 0x39;
const largestUid = 0xff_ff_ff_ff;

/** Calls `take` with each range of UIDs until it returns false, and skips words that are not UIDs. */
export function eachUidRange(bytes: Buffer, take: (first: number, last: number) => boolean): void {
  let first = 0;
  let number = 0;
  let isRange = false;
  let isValid = true;
  const { length } = bytes;
  for (let at = 0; at <= length; at++) {
    const byte = at < length ? (bytes[at] ?? space) : space;
    if (byte >= zero && byte <= nine) {
      if (number <= largestUid) number = number * 10 + byte - zero;
    } else if (byte === colon && !isRange) {
      first = number;
      number = 0;
      isRange = true;
    } else if (byte === space || byte === comma) {
      if (!isRange) first = number;
      const low = first < number ? first : number;
      const high = first < number ? number : first;
      if (isValid && low > 0 && high <= largestUid && !take(low, high)) return;
      number = 0;
      isRange = false;
      isValid = true;
    } else isValid = false;
  }
}
