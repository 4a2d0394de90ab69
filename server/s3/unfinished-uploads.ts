import { createReadStream } from "node:fs";
import type { Blobs } from "#/store/blobs/blobs.ts";
import type { Bucket } from "./bucket.ts";
import type { StoredObject } from "./list-answer.ts";

interface Piece extends StoredObject {
  offset: number;
}

/** Unfinished uploads in a bucket, an object for each piece. */
interface UnfinishedUploads extends Pick<Blobs, "grow" | "drop" | "dropUnfinished"> {
  /** Returns the content of an upload, which fails if a piece is missing. */
  contentOf: (name: string) => Promise<AsyncIterable<Uint8Array>>;
}

/** Returns the unfinished uploads of a bucket. Each piece is first written on this machine, to learn its hash. */
export function createUnfinishedUploads(bucket: Bucket, local: Blobs): UnfinishedUploads {
  return {
    async grow(name, offset, pieces, maxBytes) {
      for (const piece of await piecesOf(bucket, name)) {
        if (piece.offset >= offset) await bucket.remove(piece.key);
      }
      const end: { how: "all" | "broken" | "too_long" } = { how: "all" };
      const { sha256, sizeBytes } = await local.putStream(upTo(pieces, maxBytes - offset, end));
      if (sizeBytes > 0) {
        const content = await local.file(sha256);
        if (content === null) throw new Error("A piece was gone before it was shared.");
        const key = `${folderOf(name)}${String(offset).padStart(15, "0")}`;
        await bucket.put(key, { sha256, sizeBytes, content: () => createReadStream(content) });
      }
      return { sizeBytes: offset + sizeBytes, end: end.how };
    },
    contentOf: async (name) => joined(bucket, await piecesOf(bucket, name)),
    async drop(name) {
      // A piece that stays is dropped later, like any abandoned upload.
      const pieces = await piecesOf(bucket, name).catch(() => []);
      for (const { key } of pieces) await bucket.remove(key).catch(() => {});
    },
    async dropUnfinished(before) {
      await local.dropUnfinished(before);
      const pieces = await bucket.list("unfinished/");
      const uploads = Map.groupBy(pieces, ({ key }) => key.split("/")[1]);
      for (const own of uploads.values()) {
        if (own.some(({ storedAt }) => storedAt >= before)) continue;
        for (const { key } of own) await bucket.remove(key);
      }
    },
  };
}

function folderOf(name: string): string {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(name)) throw new Error("This is not the name of an upload.");
  return `unfinished/${name}/`;
}

async function piecesOf(bucket: Bucket, name: string): Promise<Piece[]> {
  const folder = folderOf(name);
  const pieces = await bucket.list(folder);
  return pieces.map((piece) => ({ ...piece, offset: Number(piece.key.slice(folder.length)) }));
}

async function* joined(bucket: Bucket, pieces: readonly Piece[]): AsyncGenerator<Uint8Array> {
  let at = 0;
  for (const { key, offset, sizeBytes } of pieces) {
    const found = offset === at ? await bucket.get(key) : null;
    if (found === null) throw new Error("A piece of an upload is missing.");
    yield* found.content;
    at += sizeBytes;
  }
}

/** Yields the pieces until the source fails or exceeds `maxBytes`; `end` records the reason. */
async function* upTo(
  pieces: AsyncIterable<Uint8Array>,
  maxBytes: number,
  end: { how: "all" | "broken" | "too_long" },
): AsyncGenerator<Uint8Array> {
  let sizeBytes = 0;
  const iterator = pieces[Symbol.asyncIterator]();
  for (;;) {
    const next = await iterator.next().catch(() => null);
    if (next === null) end.how = "broken";
    if (next === null || next.done) return;
    sizeBytes += next.value.byteLength;
    if (sizeBytes > maxBytes) {
      end.how = "too_long";
      await iterator.return?.();
      return;
    }
    yield next.value;
  }
}
