import { limits } from "@inlet/contract/limits.ts";
import { type Header, readHeader } from "./header.ts";
import { parseParameters } from "./parameters.ts";
import { decodeTransfer } from "./transfer.ts";

/** One entity of a message (RFC 2045, 2.4). */
export interface Entity {
  /** IMAP part number; "" for the message itself when it is multipart. */
  part: string;
  header: Header;
  /** Lower case, as in `text/plain`. */
  type: string;
  parameters: Map<string, string>;
  /** Lower case: `inline`, `attachment`, or "" if absent. */
  disposition: string;
  /** The sender's file name, decoded; "" if absent. */
  filename: string;
  encoding: string;
  bodyStart: number;
  bodyEnd: number;
  /** The parts of a multipart entity. */
  children: Entity[];
  /** The message inside an unencoded message/rfc822. */
  message: Entity | null;
}

export interface Tree {
  root: Entity;
  /** True if a limit was reached: parts or fields are missing. */
  isCut: boolean;
}

/** Parses the structure of a message in one pass over its lines. */
export function readTree(source: Buffer): Tree {
  const reader: Reader = { source, boundaries: [], comparisons: 0, parts: 0, isCut: false };
  const { entity } = readEntity(reader, { start: 0, part: "", depth: 0, fallback: "text/plain" });
  if (entity.children.length === 0 && !isMultipart(entity)) entity.part = "1";
  return { root: entity, isCut: reader.isCut };
}

/** Returns the decoded bytes of an entity's body. */
export function contentOf(source: Buffer, entity: Entity): Buffer {
  return decodeTransfer(source.subarray(entity.bodyStart, entity.bodyEnd), entity.encoding);
}

/** Returns the leaves under an entity in order; an attached message is one leaf. */
export function leavesOf(entity: Entity): Entity[] {
  return isMultipart(entity) ? entity.children.flatMap(leavesOf) : [entity];
}

export function isMultipart(entity: Entity): boolean {
  return entity.type.startsWith("multipart/");
}

/** A shorter boundary ("--a") could match the beginning of ordinary lines. */
const shortestPrefix = 12;

/** Maximum comparisons of lines with boundaries in one message, about a second. After that, no further boundary is found. */
const maxComparisons = 5_000_000;

interface Reader {
  source: Buffer;
  /** Boundaries of all open multiparts, outermost first. */
  boundaries: Buffer[];
  comparisons: number;
  parts: number;
  isCut: boolean;
}

interface Place {
  start: number;
  part: string;
  depth: number;
  /** The type of an entity without one. */
  fallback: string;
}

/** A boundary line that ends a part: the multipart to which it belongs, and where it and its line end. */
interface Delimiter {
  level: number;
  lineStart: number;
  next: number;
  isLast: boolean;
  /** True if one dash follows the boundary: a closing delimiter that was cut, or a typing error. */
  isDoubtful: boolean;
}

interface Read {
  entity: Entity;
  /** Delimiter that ended the entity; undefined at the end of the message. */
  end: Delimiter | undefined;
}

function readEntity(reader: Reader, place: Place): Read {
  const { source } = reader;
  reader.parts++;
  const isEnd = (lineStart: number) => delimiterAt(reader, lineStart) !== undefined;
  const { header, bodyStart, isCut } = readHeader(source, place.start, source.length, isEnd);
  reader.isCut ||= isCut;
  const entity = describe(header, place, bodyStart);
  const boundary = entity.parameters.get("boundary") ?? "";
  if (isMultipart(entity) && boundary !== "" && place.depth < limits.mimeDepth) {
    const end = readChildren(reader, entity, place, boundary);
    if (entity.children.length === 0) entity.type = "text/plain";
    return { entity, end };
  }
  if (isMultipart(entity)) {
    // A multipart without parts is read as text, to hide nothing of it.
    entity.type = "text/plain";
    reader.isCut ||= place.depth >= limits.mimeDepth;
  }
  if (isPlainMessage(entity) && place.depth < limits.mimeDepth && reader.parts < limits.mimeParts) {
    return readAttachedMessage(reader, entity, place);
  }
  const end = nextDelimiter(reader, bodyStart);
  entity.bodyEnd = endOfBody(source, bodyStart, end);
  return { entity, end };
}

function describe(header: Header, place: Place, bodyStart: number): Entity {
  const typeField = parseParameters(header.get("content-type"));
  const disposition = parseParameters(header.get("content-disposition"));
  return {
    part: place.part,
    header,
    type: soundType(typeField.value) ?? place.fallback,
    parameters: typeField.parameters,
    disposition: disposition.value,
    filename: disposition.parameters.get("filename") ?? typeField.parameters.get("name") ?? "",
    encoding: header
      .get("content-transfer-encoding")
      .replace(/^[\s"]+/, "")
      .replace(/[\s;("][^]*/, "")
      .toLowerCase(),
    bodyStart,
    bodyEnd: bodyStart,
    children: [],
    message: null,
  };
}

/** Returns the intended type; undefined if it is invalid (RFC 2045, 5.2). */
function soundType(value: string): string | undefined {
  // "multipart" alone is treated as an unknown subtype of it (RFC 2046, 5.1.7).
  if (value === "text" || value === "text/") return "text/plain";
  if (value === "multipart" || value === "multipart/") return "multipart/mixed";
  const [type, subtype, ...more] = value.split("/");
  if (!type || !subtype || /\s/.test(value)) return undefined;
  if (more.length === 0) return value;
  // Some clients write "multipart/multipart/mixed".
  return subtype === type && more.length === 1 && more[0] ? `${type}/${more[0]}` : undefined;
}

function readChildren(
  reader: Reader,
  entity: Entity,
  place: Place,
  boundary: string,
): Delimiter | undefined {
  const level = reader.boundaries.length;
  reader.boundaries.push(Buffer.from(`--${boundary}`, "utf8"));
  const fallback = entity.type === "multipart/digest" ? "message/rfc822" : "text/plain";
  let delimiter = nextDelimiter(reader, entity.bodyStart);
  entity.bodyEnd = endOfBody(reader.source, entity.bodyStart, delimiter);
  while (delimiter?.level === level && !delimiter.isLast) {
    if (reader.parts >= limits.mimeParts) {
      reader.isCut = true;
      delimiter = nextDelimiter(reader, delimiter.next);
      continue;
    }
    if (delimiter.isDoubtful && isNothingAfter(reader, delimiter)) break;
    const number = entity.children.length + 1;
    const part: string = place.part ? `${place.part}.${number}` : `${number}`;
    const child: Read = readEntity(reader, {
      start: delimiter.next,
      part,
      depth: place.depth + 1,
      fallback,
    });
    entity.children.push(child.entity);
    delimiter = child.end;
  }
  reader.boundaries.length = level;
  // After the last part comes an epilogue, up to a delimiter of an outer multipart.
  while (delimiter && delimiter.level >= level) delimiter = nextDelimiter(reader, delimiter.next);
  entity.bodyEnd = endOfBody(reader.source, entity.bodyStart, delimiter);
  return delimiter;
}

/**
 * Returns true if a doubtful delimiter was the last of its multipart: only blanks follow, up to the end or a delimiter of another
 * multipart.
 */
function isNothingAfter(reader: Reader, { level, next }: Delimiter): boolean {
  const { source } = reader;
  let at = next;
  while (at < source.length && isBlank(source[at])) at++;
  if (at === source.length) return true;
  const isLineStart = at === next || source[at - 1] === 0x0a;
  const following = isLineStart ? delimiterAt(reader, at) : undefined;
  return following !== undefined && following.level !== level;
}

function isBlank(byte = 0): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
}

function isPlainMessage(entity: Entity): boolean {
  const isMessage = entity.type === "message/rfc822" || entity.type === "message/global";
  return isMessage && !["base64", "quoted-printable"].includes(entity.encoding);
}

function readAttachedMessage(reader: Reader, entity: Entity, place: Place): Read {
  const inner = readEntity(reader, {
    start: entity.bodyStart,
    part: place.part || "1",
    depth: place.depth + 1,
    fallback: "text/plain",
  });
  entity.message = inner.entity;
  if (!isMultipart(inner.entity)) inner.entity.part = `${place.part || "1"}.1`;
  entity.bodyEnd = endOfBody(reader.source, entity.bodyStart, inner.end);
  return { entity, end: inner.end };
}

/** Returns the end of the body. The line end before a boundary belongs to the boundary (RFC 2046, 5.1.1). */
function endOfBody(source: Buffer, start: number, end: Delimiter | undefined): number {
  if (!end) return source.length;
  let at = end.lineStart;
  if (at > start && source[at - 1] === 0x0a) at--;
  if (at > start && source[at - 1] === 0x0d) at--;
  return Math.max(at, start);
}

function nextDelimiter(reader: Reader, from: number): Delimiter | undefined {
  if (reader.boundaries.length === 0) return undefined;
  const { source } = reader;
  for (let at = source.indexOf("--", from, "latin1"); at >= 0;) {
    const isLineStart = at === 0 || at === from || source[at - 1] === 0x0a;
    const found = isLineStart ? delimiterAt(reader, at) : undefined;
    if (found) return found;
    // A row of dashes would be found repeatedly: continue at the next line.
    const newline = source.indexOf(0x0a, at);
    if (newline < 0) return undefined;
    at = source.indexOf("--", newline + 1, "latin1");
    if (at >= 0 && source[at - 1] !== 0x0a) {
      const next = source.indexOf("\n--", at, "latin1");
      at = next < 0 ? -1 : next + 1;
    }
  }
  return undefined;
}

/**
 * Returns the innermost multipart with this line as its boundary, else the innermost with a boundary that begins the line: RFC
 * 2046, 5.1.1 allows more text after it.
 */
function delimiterAt(reader: Reader, lineStart: number): Delimiter | undefined {
  const { source, boundaries } = reader;
  if (source[lineStart] !== 0x2d || source[lineStart + 1] !== 0x2d) return undefined;
  reader.comparisons += boundaries.length;
  if (reader.comparisons > maxComparisons) {
    reader.isCut = true;
    return undefined;
  }
  let begun: Delimiter | undefined;
  for (let level = boundaries.length - 1; level >= 0; level--) {
    const boundary = boundaries[level];
    if (!boundary) continue;
    const after = lineStart + boundary.length;
    // Most lines differ in this byte: comparing all bytes is ten times slower.
    if (source[after - 1] !== boundary.at(-1)) continue;
    if (source.compare(boundary, 0, boundary.length, lineStart, after) !== 0) continue;
    const isClosed = source[after] === 0x2d && source[after + 1] === 0x2d;
    const isWhole = endsLine(source[isClosed ? after + 2 : after]);
    if (!isWhole && (begun || boundary.length < shortestPrefix)) continue;
    const isDoubtful = source[after] === 0x2d && endsLine(source[after + 1]);
    const newline = source.indexOf(0x0a, after);
    const next = newline < 0 ? source.length : newline + 1;
    const found = { level, lineStart, next, isLast: isClosed, isDoubtful };
    if (isWhole) return found;
    begun = found;
  }
  return begun;
}

/** Returns true if a byte, or the end, closes a line or is padding before its end. */
function endsLine(byte: number | undefined): boolean {
  return byte === undefined || [0x20, 0x09, 0x0d, 0x0a].includes(byte);
}
