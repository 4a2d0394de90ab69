import { crc32, deflateRawSync, gzipSync } from "node:zlib";

interface Packed {
  name: string;
  content: Buffer;
}

/** Returns a zip file with `files`, each deflated. */
export function zipOf(files: readonly Packed[]): Buffer {
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let at = 0;
  const known = new Map<Buffer, Buffer>();
  for (const { name, content } of files) {
    const packed = known.get(content) ?? deflateRawSync(content);
    known.set(content, packed);
    const about = Buffer.alloc(26);
    about.writeUInt16LE(20, 0);
    about.writeUInt16LE(8, 4);
    about.writeUInt32LE(crc32(content), 10);
    about.writeUInt32LE(packed.length, 14);
    about.writeUInt32LE(content.length, 18);
    about.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), about, Buffer.from(name), packed]);
    const where = Buffer.alloc(14);
    where.writeUInt32LE(at, 10);
    const made = Buffer.from("PK\x01\x02\x14\x00", "latin1");
    entries.push(Buffer.concat([made, about, where, Buffer.from(name)]));
    locals.push(local);
    at += local.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, directory, end]);
}

/** Returns a tar file with `files` (POSIX ustar). */
export function tarOf(files: readonly Packed[]): Buffer {
  const blocks = files.flatMap(({ name, content }) => {
    const head = Buffer.alloc(512);
    head.write(name.slice(0, 100), "utf8");
    head.write("0000644\0 0000000\0 0000000\0".replaceAll(" ", ""), 100, "latin1");
    head.write(`${content.length.toString(8).padStart(11, "0")}\0`, 124, "latin1");
    head.write("00000000000\0        0", 136, "latin1");
    head.write("ustar\x0000", 257, "latin1");
    const sum = head.reduce((total, byte) => total + byte, 0);
    head.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
    return [head, content, Buffer.alloc((512 - (content.length % 512)) % 512)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

const mail = Buffer.from("Message-ID: <a@b.c>\nSubject: packed\n\nText.\n");
const mbox = Buffer.from(`From a@b.c Sat Jan  3 01:05:34 2026\n${mail.toString()}\n`.repeat(3));
const files = [
  { name: "Maildir/cur/1.host:2,FS", content: mail },
  { name: "Takeout/All mail.mbox", content: mbox },
  { name: "a.eml", content: mail },
  { name: "b.txt", content: Buffer.from("no mail") },
];

/** One archive of each kind that an import supports. */
export const sampleArchives: readonly Buffer[] = [
  mbox,
  mail,
  zipOf(files),
  tarOf(files),
  gzipSync(tarOf(files)),
  gzipSync(mbox),
];
