import { Readable } from "node:stream";

const magic = Buffer.from("%PDF-");

/**
 * Returns the content, and whether its first bytes are those of a PDF. Other files with that type or name are not shown as one.
 */
export async function lookForPdf(
  content: Readable | Uint8Array,
): Promise<{ content: Readable | Uint8Array; isPdf: boolean }> {
  if (!(content instanceof Readable)) return { content, isPdf: startsAsPdf(content) };
  const chunks: AsyncIterator<Uint8Array> = content[Symbol.asyncIterator]();
  const begin: Uint8Array[] = [];
  let isAtEnd = false;
  try {
    while (!isAtEnd && lengthOf(begin) < magic.length) {
      const next = await chunks.next();
      if (next.done) isAtEnd = true;
      else begin.push(next.value);
    }
  } catch (error) {
    content.destroy();
    throw error;
  }
  async function* whole() {
    yield* begin;
    if (!isAtEnd) yield* { [Symbol.asyncIterator]: () => chunks };
  }
  const out = Readable.from(whole(), { objectMode: false });
  // A client that disconnects early also releases the source: a connection, or a file.
  out.once("close", () => content.destroy());
  return { content: out, isPdf: startsAsPdf(Buffer.concat(begin)) };
}

function lengthOf(chunks: readonly Uint8Array[]): number {
  return chunks.reduce((sum, { byteLength }) => sum + byteLength, 0);
}

function startsAsPdf(bytes: Uint8Array): boolean {
  return magic.equals(bytes.subarray(0, magic.length));
}
