import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { UploadId, type UserId } from "@inlet/contract/ids.ts";
import { limits } from "@inlet/contract/limits.ts";
import type { uploadFile } from "@inlet/contract/send.ts";
import type { z } from "zod";
import { Failure } from "#/base/fail.ts";
import { randomId } from "#/base/random-id.ts";
import { getUploads } from "#/store/uploads.ts";
import type { MailContext } from "./context.ts";

/** Stores a file for a message yet to be sent. Throws upload.too_large. */
export async function storeUpload(
  mail: MailContext,
  userId: UserId,
  file: { filename: string; type: string; content: Readable },
): Promise<z.output<typeof uploadFile.output>> {
  const bytes = await readLimited(file.content, limits.uploadBytes);
  const id = UploadId.parse(randomId(mail.clock.now()));
  const sha256 = await mail.blobs.put(bytes);
  await mail.door("upload.add", {
    id,
    user_id: userId,
    filename: file.filename,
    // What the sender's program wrote there goes into a header one day.
    type: /^[\w.+-]+\/[\w.+-]+$/.test(file.type) ? file.type : "application/octet-stream",
    size_bytes: bytes.length,
    sha256,
    created_at: mail.clock.now(),
  });
  return { id, filename: file.filename, size: bytes.length };
}

/** The files of a message, in the order asked for. Throws upload.not_found when one is missing or not this user's. */
export async function readUploads(
  mail: MailContext,
  userId: UserId,
  ids: UploadId[],
): Promise<{ filename: string; type: string; content: Uint8Array }[]> {
  const rows = await getUploads(mail.database.reader, userId, ids);
  if (rows.length !== ids.length) throw new Failure("upload.not_found");
  return Promise.all(
    rows.map(async ({ filename, type, sha256 }) => {
      const stored = await mail.blobs.open(sha256);
      if (stored === null) throw new Failure("upload.not_found");
      return { filename, type, content: await buffer(stored.content) };
    }),
  );
}

async function readLimited(stream: Readable, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > maxBytes) throw new Failure("upload.too_large");
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}
