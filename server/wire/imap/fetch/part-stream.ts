import { decodeQuotedPrintable } from "#/wire/mime/transfer.ts";

/** Bytes per request. */
const chunkBytes = 512 * 1024;

/** Yields a literal in pieces. Each is fetched when the previous one has been consumed. */
export async function* rawChunks(
  fetchPiece: (start: number, maxLength: number) => Promise<Buffer | undefined>,
): AsyncGenerator<Buffer> {
  for (let start = 0; ;) {
    const piece = await fetchPiece(start, chunkBytes);
    if (!piece || piece.length === 0) return;
    yield piece;
    start += piece.length;
    if (piece.length < chunkBytes) return;
  }
}

/** Decodes base64 and quoted-printable (RFC 2045, 6) across pieces cut anywhere. */
export async function* decodedChunks(
  chunks: AsyncIterable<Buffer>,
  encoding: string,
): AsyncGenerator<Buffer> {
  const name = encoding.trim().toLowerCase();
  if (name === "base64") yield* decodedBase64(chunks);
  else if (name === "quoted-printable") yield* decodedLines(chunks);
  else yield* chunks;
}

async function* decodedBase64(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest = "";
  for await (const chunk of chunks) {
    const text = rest + chunk.toString("latin1").replace(/[^A-Za-z0-9+/]/g, "");
    const whole = text.length - (text.length % 4);
    rest = text.slice(whole);
    if (whole > 0) yield Buffer.from(text.slice(0, whole), "base64");
  }
  if (rest) yield Buffer.from(rest, "base64");
}

async function* decodedLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const joined = Buffer.concat([rest, chunk]);
    const whole = joined.lastIndexOf(0x0a) + 1;
    rest = joined.subarray(whole);
    if (whole > 0) yield decodeQuotedPrintable(joined.subarray(0, whole));
  }
  if (rest.length > 0) yield decodeQuotedPrintable(rest);
}
