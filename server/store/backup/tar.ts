import { type FileHandle, open } from "node:fs/promises";

/** Position and size of a file in an archive. */
export interface TarEntry {
  name: string;
  sizeBytes: number;
  offset: number;
}

const block = 512;
/** Largest size that fits into eleven octal digits; a larger one is written in base 256, which every tar reads. */
const octalMax = 8 ** 11 - 1;
/** Position of an 8-byte binary number at the end of the 12-byte size field; the first bit of the field marks it as binary. */
const sizeAt = { start: 124, length: 12, number: 128 };

/** Writes files to an archive that any `tar` can unpack. */
export class TarWriter {
  readonly #file: FileHandle;
  constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Throws if the content has another length than `sizeBytes`; the archive is then unusable. */
  async add(name: string, sizeBytes: number, content: AsyncIterable<Uint8Array>): Promise<void> {
    await this.#file.writeFile(headerOf(name, sizeBytes));
    let written = 0;
    for await (const piece of content) {
      written += piece.byteLength;
      await this.#file.writeFile(piece);
    }
    if (written !== sizeBytes) throw new Error(`${name} changed while it was copied.`);
    await this.#file.writeFile(Buffer.alloc((block - (written % block)) % block));
  }

  /** Writes the two empty blocks that end an archive, and flushes it to disk. */
  async end(): Promise<void> {
    await this.#file.writeFile(Buffer.alloc(2 * block));
    await this.#file.sync();
  }
}

/** Yields the files of an archive. Throws if the archive is damaged. */
export async function* tarEntries(path: string): AsyncGenerator<TarEntry> {
  await using file = await open(path);
  const { size } = await file.stat();
  for (let offset = 0; offset + block <= size;) {
    const header = Buffer.alloc(block);
    await file.read(header, 0, block, offset);
    if (header.every((byte) => byte === 0)) return;
    const sum = Number.parseInt(header.toString("latin1", 148, 156), 8);
    if (sum !== checksumOf(header)) throw new Error(`${path} is damaged at byte ${offset}.`);
    const sizeBytes = sizeOf(header);
    offset += block;
    if (offset + sizeBytes > size) throw new Error(`${path} ends too early.`);
    yield { name: textAt(header, 0, 100), sizeBytes, offset };
    offset += Math.ceil(sizeBytes / block) * block;
  }
  throw new Error(`${path} ends too early.`);
}

function headerOf(name: string, sizeBytes: number): Buffer {
  const header = Buffer.alloc(block);
  if (Buffer.byteLength(name) > 100)
    throw new Error(`The name ${name} is too long for an archive.`);
  header.write(name, 0);
  header.write("0000600\0", 100);
  header.write("0000000\0", 108);
  header.write("0000000\0", 116);
  if (sizeBytes <= octalMax) header.write(octal(sizeBytes, 11), sizeAt.start);
  else {
    header[sizeAt.start] = 0x80;
    header.writeBigUInt64BE(BigInt(sizeBytes), sizeAt.number);
  }
  header.write(octal(Math.floor(Date.now() / 1000), 11), 136);
  header.write("0", 156);
  header.write("ustar\0" + "00", 257);
  header.write(`${octal(checksumOf(header), 6)}\0 `, 148);
  return header;
}

function sizeOf(header: Buffer): number {
  if (header[sizeAt.start] === 0x80) return Number(header.readBigUInt64BE(sizeAt.number));
  return Number.parseInt(textAt(header, sizeAt.start, sizeAt.length), 8);
}

/** Returns the sum of all bytes, with the checksum field itself counted as blanks. */
function checksumOf(header: Buffer): number {
  return header.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 32 : byte), 0);
}

function textAt(header: Buffer, start: number, length: number): string {
  const [text = ""] = header.toString("utf8", start, start + length).split("\0");
  return text;
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, "0");
}
