const korean = new TextDecoder("euc-kr");
const chinese = new TextDecoder("gbk");

/** Decodes ISO-2022-KR (RFC 1557): between shift-out and shift-in are pairs of EUC-KR without their high bits. */
export function decodeIso2022Kr(bytes: Uint8Array): string {
  const out = Buffer.allocUnsafe(bytes.length);
  let length = 0;
  let high = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    const isDesignation = byte === 0x1b && bytes[at + 1] === 0x24 && bytes[at + 2] === 0x29;
    if (isDesignation) at += 3;
    else if (byte === 0x0e) high = 0x80;
    else if (byte === 0x0f) high = 0;
    else out[length++] = byte > 0x20 ? byte | high : byte;
    if (byte === 0x0a) high = 0;
  }
  return korean.decode(out.subarray(0, length));
}

/** Decodes HZ (RFC 1843): between ~{ and ~} are pairs of GB 2312 without their high bits. */
export function decodeHz(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  const plain = text.replace(
    /~(?:\{([^~\n]*)(?:~\}|(?=\n)|$)|(~)|\r?\n)/g,
    (_, pairs: string | undefined, tilde: string | undefined) =>
      pairs ? Array.from(pairs, withHighBit).join("") : (tilde ?? ""),
  );
  return chinese.decode(Buffer.from(plain, "latin1"));
}

function withHighBit(letter: string): string {
  return letter > " " ? String.fromCharCode(letter.charCodeAt(0) | 0x80) : letter;
}

/**
 * Returns ISO-2022-JP without escapes that the next one overrides. Joined lines and encoded words contain them (each ends in
 * ASCII, RFC 1468), and the encoding standard's decoder replaces the second with U+FFFD.
 */
export function withoutIdleEscapes(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  return Buffer.from(text.replaceAll(/\u001B[($][@BIJ](?=\u001B[($][@BIJ])/g, ""), "latin1");
}
