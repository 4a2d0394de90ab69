interface FileToZip {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Flag for names in UTF-8 (APPNOTE 4.4.4, bit 11). */
const utf8Names = 0x0800;
/** 1980-01-01, the first date of the format: the creation date of a file is unknown. */
const noDate = 0x0021;

/** Without it, some programs take names for DOS names, whatever the UTF-8 flag is. */
const madeByUnix = 0x031e;
/** Readable for all. */
const plainFile = (0o100644 << 16) >>> 0;

/** Returns the files as one ZIP archive (PKWARE APPNOTE), uncompressed: most attachments are compressed already. */
export function zipFiles(files: readonly FileToZip[]): Blob {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (const { name, bytes } of withOwnNames(files)) {
    const encoded = new TextEncoder().encode(name);
    const about = [20, utf8Names, 0, 0, noDate] as const;
    const sizes = [crc32(bytes), bytes.length, bytes.length] as const;
    const local = record(0x04034b50, [...about], [...sizes], [encoded.length, 0]);
    const central = record(
      0x02014b50,
      [madeByUnix, ...about],
      [...sizes],
      [encoded.length, 0, 0, 0, 0],
      [plainFile, offset],
    );
    parts.push(local, encoded, bytes);
    directory.push(central, encoded);
    offset += local.length + encoded.length + bytes.length;
  }
  const size = directory.reduce((total, part) => total + part.length, 0);
  const count = files.length;
  const end = record(0x06054b50, [0, 0, count, count], [size, offset], [0]);
  return new Blob([...parts, ...directory, end], { type: "application/zip" });
}

/** Returns a record: the signature, then alternating groups of 2-byte and 4-byte numbers, all little-endian. */
function record(signature: number, ...fields: number[][]): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  const put = (value: number, width: number) => {
    for (let at = 0; at < width; at += 1) bytes.push((value >>> (8 * at)) & 0xff);
  };
  put(signature, 4);
  for (const [at, group] of fields.entries()) {
    for (const value of group) put(value, at % 2 === 0 ? 2 : 4);
  }
  return Uint8Array.from(bytes);
}

/** Makes names unique, and removes parts that would leave the folder into which the archive is unpacked. */
function withOwnNames(files: readonly FileToZip[]): FileToZip[] {
  const taken = new Set<string>();
  return files.map(({ name, bytes }) => {
    // oxlint-disable-next-line no-control-regex -- control characters are what is meant
    const plain = name.replaceAll(/[/\\:*?"<>|\0-\x1f\u202a-\u202e\u2066-\u2069]/g, "_");
    const safe = /^\.*$/.test(plain) ? `file${plain.replaceAll(".", "_")}` : plain;
    const [, stem = safe, end = ""] = /^(.+?)(\.[^.]+)?$/.exec(safe) ?? [];
    let own = safe;
    for (let at = 2; taken.has(own.toLowerCase()); at += 1) own = `${stem} (${at})${end}`;
    taken.add(own.toLowerCase());
    return { name: own, bytes };
  });
}

const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (table[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}
