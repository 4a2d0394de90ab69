import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { continueUpload, startUpload, uploadOffset } from "@inlet/contract/mail/drafts.ts";
import { UploadId, type UserId } from "@inlet/contract/ids.ts";
import { limits } from "@inlet/contract/limits.ts";
import type { uploadFile } from "@inlet/contract/mail/send.ts";
import type { z } from "zod";
import { Failure } from "#/base/failure.ts";
import { randomId } from "#/base/random-id.ts";
import type { UploadCapacity } from "#/store/blobs/upload-commands.ts";
import { usualQuotas } from "#/store/users/quotas.ts";
import { getUpload, getUploads, uploadedBytes } from "#/store/blobs/upload-queries.ts";
import type { UploadRow } from "#/store/drafts/schema.ts";
import type { MailContext } from "#/mail/context.ts";

/** A file of an outgoing message. */
export interface OutgoingFile {
  filename: string;
  type: string;
  content: Uint8Array;
}

/** Stores a file for a message that is not sent yet. Throws upload.too_large, upload.limit. */
export async function storeUpload(
  mail: MailContext,
  userId: UserId,
  file: { filename: string; type: string; content: Readable },
): Promise<z.output<typeof uploadFile.output>> {
  await requireCapacity(mail, userId);
  const bytes = await readLimited(file.content, limits.uploadBytes);
  const id = await storeFile(mail, userId, { ...file, content: bytes }, capacityOf(mail));
  return { id, filename: file.filename, size: bytes.length };
}

/** Stores a file that is in memory, of any size. */
export async function storeFile(
  mail: MailContext,
  userId: UserId,
  { filename, type, content }: OutgoingFile,
  capacity: UploadCapacity | null = null,
): Promise<UploadId> {
  const sha256 = await mail.blobs.put(content);
  const size = content.byteLength;
  const row = newUpload(mail, userId, { filename, type, size });
  await mail.execute("upload.add", {
    upload: { ...row, sha256, received_bytes: size },
    capacity,
  });
  return row.id;
}

/** Begins an upload that arrives in pieces. An empty one is complete immediately. Throws upload.limit. */
export async function beginUpload(
  mail: MailContext,
  userId: UserId,
  file: z.output<typeof startUpload.input>,
): Promise<z.output<typeof startUpload.output>> {
  const row = newUpload(mail, userId, file);
  const sha256 = file.size === 0 ? await mail.blobs.put(new Uint8Array()) : "";
  await mail.execute("upload.add", { upload: { ...row, sha256 }, capacity: capacityOf(mail) });
  return { id: row.id, offset: 0 };
}

/** Returns the progress of an upload. Throws upload.not_found. */
export async function readOffset(
  mail: MailContext,
  userId: UserId,
  id: UploadId,
): Promise<z.output<typeof uploadOffset.output>> {
  const row = await requireUpload(mail, userId, id);
  return { id, offset: row.received_bytes, size: row.size_bytes };
}

/** Uploads that are receiving a piece. Each accepts one at a time. */
const growing = new Set<UploadId>();

/**
 * Adds the next piece. The received part of an interrupted piece is kept, and included in the offset. Throws upload.not_found,
 * upload.wrong_offset, upload.too_large.
 */
export async function addPiece(
  mail: MailContext,
  userId: UserId,
  { id, offset, content }: { id: UploadId; offset: number; content: Readable },
): Promise<z.output<typeof continueUpload.output>> {
  if (growing.has(id)) throw new Failure("upload.wrong_offset");
  growing.add(id);
  try {
    const row = await requireUpload(mail, userId, id);
    if (offset !== row.received_bytes) throw new Failure("upload.wrong_offset");
    // The client repeats the last piece because its response was lost.
    if (row.sha256 !== "") return { id, offset, isComplete: true };
    const { sizeBytes, end } = await mail.blobs.grow(id, offset, content, row.size_bytes);
    const isComplete = end === "all" && sizeBytes === row.size_bytes;
    const sha256 = isComplete ? (await mail.blobs.finish(id)).sha256 : "";
    const piece = { userId, id, from: offset, receivedBytes: sizeBytes, sha256 };
    if (!(await mail.execute("upload.grow", piece))) throw new Failure("upload.wrong_offset");
    // Not earlier: an upload interrupted in between resumes from the offset in the row.
    if (isComplete) await mail.blobs.drop(id);
    if (end === "too_long") throw new Failure("upload.too_large");
    return { id, offset: sizeBytes, isComplete };
  } finally {
    growing.delete(id);
  }
}

/**
 * Returns the files of a message, in the requested order. Throws upload.not_found if one is missing or not this user's, and
 * upload.too_large before more is read than a message may contain.
 */
export async function readUploads(
  mail: MailContext,
  userId: UserId,
  ids: readonly UploadId[],
): Promise<OutgoingFile[]> {
  const rows = await getUploads(mail.database.reader, userId, ids);
  if (rows.length !== ids.length) throw new Failure("upload.not_found");
  const total = rows.reduce((sum, row) => sum + row.size_bytes, 0);
  if (total > limits.outgoingBytes) throw new Failure("upload.too_large");
  return Promise.all(
    rows.map(async ({ filename, type, sha256, size_bytes: sizeBytes }) => {
      const stored = await mail.blobs.open(sha256, sizeBytes);
      if (stored === null) throw new Failure("upload.not_found");
      return { filename, type, content: await buffer(stored.content) };
    }),
  );
}

/** Returns one file. Throws upload.not_found, also while it is incomplete. */
export async function readUpload(
  mail: MailContext,
  userId: UserId,
  id: UploadId,
): Promise<OutgoingFile> {
  const [file] = await readUploads(mail, userId, [id]);
  if (file === undefined) throw new Failure("upload.not_found");
  return file;
}

function newUpload(
  mail: MailContext,
  userId: UserId,
  { filename, type, size }: { filename: string; type: string; size: number },
): UploadRow {
  const now = mail.clock.now();
  return {
    id: UploadId.parse(randomId(now)),
    user_id: userId,
    filename,
    // This value from the client will go into a header.
    type: /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : "application/octet-stream",
    size_bytes: size,
    sha256: "",
    received_bytes: 0,
    created_at: now,
  };
}

function capacityOf({ quotas = usualQuotas }: MailContext): UploadCapacity {
  return { bytes: quotas.uploadBytes, isOpen: quotas.isOpen };
}

/** Runs before anything is read. Throws upload.limit if the user's unsent files are at the limit already. */
async function requireCapacity(mail: MailContext, userId: UserId): Promise<void> {
  const { bytes } = capacityOf(mail);
  if ((await uploadedBytes(mail.database.reader, userId)) >= bytes)
    throw new Failure("upload.limit");
}

async function requireUpload(mail: MailContext, userId: UserId, id: UploadId): Promise<UploadRow> {
  const row = await getUpload(mail.database.reader, userId, id);
  if (row === undefined) throw new Failure("upload.not_found");
  return row;
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
