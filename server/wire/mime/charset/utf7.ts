/** Decodes UTF-7 (RFC 2152): base64 of UTF-16 between "+" and "-". */
export function decodeUtf7(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString("latin1");
  return text.replace(/\+([A-Za-z0-9+/]*)-?/g, (_, coded: string) => {
    if (coded === "") return "+";
    const raw = Buffer.from(coded, "base64");
    return raw
      .subarray(0, raw.length & ~1)
      .swap16()
      .toString("utf16le");
  });
}
