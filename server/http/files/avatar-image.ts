import { limits } from "@inlet/contract/limits.ts";

/**
 * Returns the type of a picture that may be an avatar: a PNG or WebP file that is complete, ends where it says, and is not larger
 * on the screen than the page makes them. The size is read from the header, as a small file can unpack to a huge picture. Null
 * for anything else, in spite of its declared type.
 */
export function avatarTypeOf(content: Uint8Array): "image/png" | "image/webp" | null {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const png = pngSides(bytes);
  if (png && fits(png)) return "image/png";
  const webp = webpSides(bytes);
  return webp && fits(webp) ? "image/webp" : null;
}

type Sides = [width: number, height: number];

function fits([width, height]: Sides): boolean {
  return [width, height].every((side) => side > 0 && side <= limits.avatarSideMaxPx);
}

const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]);
const pngEnd = Buffer.from([0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82]);

/** Returns the size of a PNG (section 11.2.2): the header is the first chunk, IEND the last. Returns null for other files. */
function pngSides(bytes: Buffer): Sides | null {
  const isPng =
    bytes.length > 45 &&
    bytes.subarray(0, 12).equals(pngStart) &&
    bytes.toString("latin1", 12, 16) === "IHDR" &&
    bytes.subarray(-12).equals(pngEnd);
  return isPng ? [bytes.readUInt32BE(16), bytes.readUInt32BE(20)] : null;
}

/**
 * Returns the size of a WebP image (RFC 9649): a RIFF file with one of three kinds of first chunk. Returns null for other files.
 */
function webpSides(bytes: Buffer): Sides | null {
  if (bytes.length < 30) return null;
  const isRiff = bytes.toString("latin1", 0, 4) === "RIFF";
  if (!isRiff || bytes.toString("latin1", 8, 12) !== "WEBP") return null;
  if (bytes.readUInt32LE(4) + 8 !== bytes.length) return null;
  switch (bytes.toString("latin1", 12, 16)) {
    case "VP8 ":
      if (bytes.readUIntBE(23, 3) !== 0x9d012a) return null;
      return [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff];
    case "VP8L": {
      if (bytes[20] !== 0x2f) return null;
      const packed = bytes.readUInt32LE(21);
      return [(packed & 0x3fff) + 1, ((packed >> 14) & 0x3fff) + 1];
    }
    case "VP8X":
      return [bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1];
    default:
      return null;
  }
}
