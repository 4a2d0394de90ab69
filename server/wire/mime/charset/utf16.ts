/** Decodes UTF-16 in either byte order. Without a mark and a named order it is big-endian (RFC 2781, 4.3). */
export function decodeUtf16(bytes: Uint8Array, name: string): string {
  const isMarkedLittle = bytes[0] === 0xff && bytes[1] === 0xfe;
  const isLittle = name === "utf-16le" || (name === "utf-16" && isMarkedLittle);
  const sound = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes("\r\n")
    ? undoLineEnds(bytes, isLittle)
    : bytes;
  return (isLittle ? little : big).decode(sound);
}

const little = new TextDecoder("utf-16le");
const big = new TextDecoder("utf-16be");

/**
 * Reverts a change of mail systems that turn every 0A into 0D 0A, which shifts all following characters. Read as characters, the
 * pair would be the unassigned U+0A0D, or a carriage return before a Gurmukhi letter.
 */
function undoLineEnds(bytes: Uint8Array, isLittle: boolean): Uint8Array {
  const sound = new Uint8Array(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    const isPair = bytes[at] === 0x0d && bytes[at + 1] === 0x0a;
    const isShifted = isLittle
      ? length % 2 === 0
      : length % 2 === 1 && sound[length - 1] === 0 && bytes[at + 2] !== 0x0a;
    if (!isPair || !isShifted) sound[length++] = bytes[at] ?? 0;
  }
  return sound.subarray(0, length);
}
