/** Decodes a folder name as LIST sends it (modified UTF-7, RFC 3501, 5.1.3). */
export function decodeFolderName(listed: string): string {
  return listed.replace(/&([A-Za-z0-9+,]*)-/g, (_, encoded: string) => {
    if (encoded === "") return "&";
    const bytes = Buffer.from(encoded.replaceAll(",", "/"), "base64");
    return new TextDecoder("utf-16be").decode(bytes.subarray(0, bytes.length & ~1));
  });
}
