type Magic = [type: string, matches: (bytes: Buffer) => boolean];

const startsWith =
  (...start: number[]) =>
  (bytes: Buffer) =>
    bytes.subarray(0, start.length).equals(Buffer.from(start));

const magics: Magic[] = [
  ["image/png", startsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)],
  ["image/jpeg", startsWith(0xff, 0xd8, 0xff)],
  ["image/gif", (bytes) => /^GIF8[79]a$/.test(bytes.toString("latin1", 0, 6))],
  ["image/webp", (bytes) => /^RIFF....WEBP$/s.test(bytes.toString("latin1", 0, 12))],
  // ISO base media file with an AVIF brand, still image or sequence.
  ["image/avif", (bytes) => /^ftypavi[fs]$/.test(bytes.toString("latin1", 4, 12))],
  // "BM" is too short to identify a bitmap, so the size that follows must be that of the file.
  ["image/bmp", (bytes) => bytes.length > 26 && isBitmap(bytes)],
  ["image/x-icon", startsWith(0x00, 0x00, 0x01, 0x00)],
];

/**
 * Returns the type of a raster image by its first bytes, or null. Vector images are never recognized, because they are documents.
 */
export function rasterTypeOf(content: Uint8Array): string | null {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  return magics.find(([, matches]) => matches(bytes))?.[0] ?? null;
}

/** Image types that browsers show inside a message. None can contain a script. */
export const inlineTypes: ReadonlySet<string> = new Set(magics.map(([type]) => type));

function isBitmap(bytes: Buffer): boolean {
  return bytes.toString("latin1", 0, 2) === "BM" && bytes.readUInt32LE(2) <= bytes.length + 2;
}
