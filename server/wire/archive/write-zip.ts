import { pipeline, Readable } from "node:stream";
import { crc32, createDeflateRaw } from "node:zlib";

/** One file of an archive. Its content is read in its turn. */
export interface ZipEntry {
  /** Path with slashes between folders. */
  name: string;
  content: AsyncIterable<Buffer> | Iterable<Buffer>;
}

interface Written {
  name: Buffer;
  crc: number;
  packed: number;
  size: number;
  offset: number;
}

/** Larger numbers go into the fields of ZIP64 (APPNOTE 4.5.3). */
const most = 0xff_ff_ff_ff;
/** Sizes follow the content, and names are UTF-8 (4.4.4). */
const flags = 0x08_08;
const deflated = 8;
const version = 45;
/** Info-ZIP reads names made by DOS, the default, in a code page of DOS, whatever the flag says. */
const madeByUnix = 0x03_00 | version;
/** A file that its owner can write and everybody can read. */
const plainFile = (0o100644 << 16) >>> 0;

/**
 * Yields a zip of any size while it is read: only the list of its files is held. `writtenAt` is the time of all of them; numbers
 * from `largeFrom` on use the fields of ZIP64.
 */
export async function* writeZip(
  entries: AsyncIterable<ZipEntry>,
  writtenAt: number,
  { largeFrom = most }: { largeFrom?: number } = {},
): AsyncGenerator<Buffer> {
  const isLarge = (value: number) => value >= largeFrom;
  const time = dosTime(new Date(writtenAt));
  const files: Written[] = [];
  let offset = 0;
  for await (const entry of entries) {
    const file = { name: Buffer.from(entry.name), crc: 0, packed: 0, size: 0, offset };
    const head = localHeader(file, time);
    yield head;
    for await (const piece of packed(entry.content, file)) yield piece;
    const sizes = descriptor(file, isLarge);
    yield sizes;
    offset += head.length + file.packed + sizes.length;
    files.push(file);
  }
  let listed = 0;
  for (const file of files) {
    const line = centralHeader(file, time, isLarge);
    listed += line.length;
    yield line;
  }
  yield ending(files.length, listed, offset, isLarge);
}

/** Yields the content as compressed; records its sizes and checksum in `file`. */
async function* packed(content: ZipEntry["content"], file: Written): AsyncGenerator<Buffer> {
  async function* measured(): AsyncGenerator<Buffer> {
    for await (const piece of content) {
      file.crc = crc32(piece, file.crc);
      file.size += piece.length;
      yield piece;
    }
  }
  // Mail is text and base64: a higher level hardly makes it smaller.
  const deflate = createDeflateRaw({ level: 3 });
  // Errors of the content are thrown by the loop below.
  pipeline(Readable.from(measured()), deflate, () => undefined);
  for await (const piece of deflate) {
    const bytes = Buffer.from(piece);
    file.packed += bytes.length;
    yield bytes;
  }
}

function localHeader({ name }: Written, time: Buffer): Buffer {
  const sizesLater = [u32(0), u32(0), u32(0)];
  const parts = [u32(0x04_03_4b_50), u16(version), u16(flags), u16(deflated), time, ...sizesLater];
  return Buffer.concat([...parts, u16(name.length), u16(0), name]);
}

type IsLarge = (value: number) => boolean;

function descriptor({ crc, packed: small, size }: Written, isLarge: IsLarge): Buffer {
  const number = isLarge(small) || isLarge(size) ? u64 : u32;
  return Buffer.concat([u32(0x08_07_4b_50), u32(crc), number(small), number(size)]);
}

function centralHeader(file: Written, time: Buffer, isLarge: IsLarge): Buffer {
  const { name, crc, packed: small, size, offset } = file;
  const short = (value: number) => u32(isLarge(value) ? most : value);
  const large = [size, small, offset].filter(isLarge).map(u64);
  const extra = large.length === 0 ? [] : [u16(0x00_01), u16(8 * large.length), ...large];
  const extraLength = large.length === 0 ? 0 : 4 + 8 * large.length;
  return Buffer.concat([
    u32(0x02_01_4b_50),
    u16(madeByUnix),
    u16(version),
    u16(flags),
    u16(deflated),
    time,
    u32(crc),
    short(small),
    short(size),
    u16(name.length),
    u16(extraLength),
    u16(0),
    u16(0),
    u16(0),
    u32(plainFile),
    short(offset),
    name,
    ...extra,
  ]);
}

function ending(count: number, listed: number, offset: number, isLarge: IsLarge): Buffer {
  const isSmall = count < 0xff_ff && !isLarge(listed) && !isLarge(offset);
  const [few, short, place] = isSmall ? [count, listed, offset] : [0xff_ff, most, most];
  const plain = Buffer.concat([
    u32(0x06_05_4b_50),
    u16(0),
    u16(0),
    u16(few),
    u16(few),
    u32(short),
    u32(place),
    u16(0),
  ]);
  if (isSmall) return plain;
  const large = [
    u32(0x06_06_4b_50),
    u64(44),
    u16(version),
    u16(version),
    u32(0),
    u32(0),
    u64(count),
    u64(count),
    u64(listed),
    u64(offset),
    // The ZIP64 locator, with the offset of the record above.
    u32(0x07_06_4b_50),
    u32(0),
    u64(offset + listed),
    u32(1),
  ];
  return Buffer.concat([...large, plain]);
}

/** Encodes time and date in the format of MS-DOS, in UTC. Its years begin with 1980. */
function dosTime(date: Date): Buffer {
  const time =
    (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1);
  const years = Math.max(0, date.getUTCFullYear() - 1980);
  const day = (years << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate();
  return Buffer.concat([u16(time), u16(day)]);
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}
