import { createReadStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { limits } from "@inlet/contract/limits.ts";
import { extract } from "tar-stream";
import {
  type Entry,
  getFileNameLowLevel,
  openPromise,
  validateFileName,
  type ZipFile,
} from "yauzl";
import { type Archived, archivedMail, flagsOfMaildirName } from "./archived-mail.ts";
import { readMbox } from "./read-mbox.ts";

type Kind = "zip" | "gzip" | "tar" | "mbox" | "message";

/** The file contains no readable messages. */
class NoMail extends Error {
  override name = "NoMail";
}

/** The file unpacks to more than any mail of its size. */
class Bomb extends Error {
  override name = "Bomb";
}

const headBytes = 512;
/** Maximum growth when unpacking: repetitive mail shrinks to a twentieth, a bomb to a thousandth. */
const maxGrowth = 100;
const smallBytes = 64 * 1024 * 1024;

/**
 * Yields the messages of a user's file: an mbox, one message, or either of them (a Maildir's files too) inside zip, tar or
 * tar.gz, as exported by Google Takeout and others. Throws NoMail. Nothing is unpacked to disk.
 */
export async function* readArchive(file: string): AsyncGenerator<Archived> {
  const kind = kindOf(await headOf(file));
  const guard = unpackingGuard((await stat(file)).size);
  if (kind === "zip") return yield* readZip(file, guard);
  const stream = createReadStream(file);
  try {
    yield* readStream(stream, kind, guard);
  } finally {
    stream.destroy();
  }
}

type Guard = (unpacked: Readable) => Readable;

/** Counts the unpacked bytes of all streams of one file, and throws above the limit. */
function unpackingGuard(fileBytes: number): Guard {
  let left = Math.max(smallBytes, maxGrowth * fileBytes);
  return (unpacked) =>
    Readable.from(
      (async function* () {
        for await (const chunk of unpacked) {
          left -= Buffer.byteLength(chunk);
          if (left < 0) throw new Bomb("The archive unpacks to more than is read.");
          yield chunk;
        }
      })(),
    );
}

async function* readStream(stream: Readable, kind: Kind, guard: Guard): AsyncGenerator<Archived> {
  switch (kind) {
    case "zip":
      throw new NoMail("A zip inside another archive is not read.");
    case "gzip": {
      const unpacked = stream.pipe(createGunzip());
      // A broken source must end the unpacked stream.
      stream.on("error", (error) => unpacked.destroy(error));
      const { head, rest } = await peek(guard(unpacked));
      const inner = kindOf(head);
      if (inner === "gzip") throw new NoMail("An archive inside another one is not read.");
      return yield* readStream(rest, inner, guard);
    }
    case "tar":
      return yield* readTar(stream);
    case "mbox":
      return yield* readMbox(stream);
    case "message": {
      const source = await readWhole(stream);
      return yield source === "too_large" ? "refused" : archivedMail(source);
    }
  }
}

async function* readTar(stream: Readable): AsyncGenerator<Archived> {
  const entries = extract();
  stream.on("error", (error) => entries.destroy(error));
  stream.pipe(entries);
  for await (const entry of entries) {
    if (entry.header.type === "file") {
      yield* readEntry(entry.header.name, Readable.from(withoutEnding(entry)));
    }
    entry.resume();
  }
}

/** Lets a reader stop early without destroying the entry: the next ones come through the same stream. */
async function* withoutEnding(entry: AsyncIterable<unknown>): AsyncGenerator<unknown> {
  const pieces = entry[Symbol.asyncIterator]();
  for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value;
}

async function* readZip(file: string, guard: Guard): AsyncGenerator<Archived> {
  // Names are decoded below: the library would abort the whole file at an invalid one.
  const options = { lazyEntries: true, autoClose: false, decodeStrings: false } as const;
  const zip: ZipFile = await openPromise(file, options);
  try {
    for await (const entry of zip.eachEntry() as AsyncIterable<Entry>) {
      const name = nameOf(entry);
      if (name === null) yield "refused";
      else if (!name.endsWith("/")) {
        yield* readEntry(name, guard(await zip.openReadStreamPromise(entry)));
      }
    }
  } finally {
    zip.close();
  }
}

/** Returns null for a name that leads out of the archive's own folder. */
function nameOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string | null {
  const name = getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false);
  return validateFileName(name) === null ? name : null;
}

/** Yields the messages of one file in an archive; files without mail are skipped. */
async function* readEntry(name: string, stream: Readable): AsyncGenerator<Archived> {
  const isMaildir = /(^|\/)(cur|new)\/[^/]+$/.test(name);
  const isMessage = isMaildir || /\.eml$/i.test(name);
  try {
    if (!isMessage) {
      const { head, rest } = await peek(stream);
      if (kindOf(head) === "mbox") yield* readMbox(rest);
      return;
    }
    const source = await readWhole(stream);
    if (source === "too_large") yield "refused";
    else if (source.length > 0) {
      yield archivedMail(source, isMaildir ? { flags: flagsOfMaildirName(name) } : {});
    }
  } finally {
    // A partly read stream would keep the file open.
    stream.destroy();
  }
}

function kindOf(head: Buffer): Kind {
  if (head.subarray(0, 4).equals(Buffer.from("PK\x03\x04", "latin1"))) return "zip";
  if (head[0] === 0x1f && head[1] === 0x8b) return "gzip";
  if (head.toString("latin1", 257, 262) === "ustar") return "tar";
  const text = head.toString("latin1");
  if (text.startsWith("From ")) return "mbox";
  return "message";
}

async function headOf(file: string): Promise<Buffer> {
  await using handle = await open(file);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
  return buffer.subarray(0, bytesRead);
}

/** Returns the first bytes of a stream, and the whole stream. */
async function peek(stream: Readable): Promise<{ head: Buffer; rest: Readable }> {
  const iterator: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]();
  let head: Buffer = Buffer.alloc(0);
  while (head.length < headBytes) {
    const next = await iterator.next();
    if (next.done) break;
    head = Buffer.concat([head, next.value]);
  }
  async function* all(): AsyncGenerator<Buffer> {
    try {
      if (head.length > 0) yield head;
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
        yield next.value;
      }
    } finally {
      stream.destroy();
    }
  }
  return { head, rest: Readable.from(all()) };
}

async function readWhole(stream: Readable): Promise<Buffer | "too_large"> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > limits.messageBytes) {
      stream.destroy();
      return "too_large";
    }
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}
