/** Decodes a name in modified UTF-7 (RFC 3501, 5.1.3); other names are returned unchanged. */
export function decodeFolderName(name: string): string {
  return name.replaceAll(/&([A-Za-z0-9+,]*)-/g, (whole, coded: string) => {
    if (coded === "") return "&";
    const bytes = Buffer.from(coded.replaceAll(",", "/"), "base64");
    if (bytes.length < 2 || bytes.length % 2 === 1) return whole;
    return bytes.swap16().toString("utf16le");
  });
}

/** Encodes a readable name in modified UTF-7. */
export function encodeFolderName(name: string): string {
  return name.replaceAll(/&|[^\x20-\x7e]+/g, (text) => {
    if (text === "&") return "&-";
    const bytes = Buffer.from(text, "utf16le").swap16();
    return `&${bytes
      .toString("base64")
      .replaceAll("/", ",")
      .replace(/={1,2}$/, "")}-`;
  });
}
