/** The parser thread. Whatever effect a message has on the parser, such as a crash or a loop, is limited to this thread. */
import { createHash } from "node:crypto";
import { parentPort, workerData } from "node:worker_threads";
import type { ReadMail, Source } from "#/mail/sync/context.ts";
import { threadKeys } from "#/mail/sync/thread-keys.ts";
import { marksOf } from "#/search/marks.ts";
import { wordColumns } from "#/search/words.ts";
import { type Blobs, createBlobs } from "#/store/blobs/blobs.ts";
import type { IncomingAttachment } from "#/store/messages/ingest-types.ts";
import type { Outline } from "#/wire/imap/remote.ts";
import { parseMessage, parseOutline } from "#/wire/mime/parse.ts";
import type { ParsedAttachment, ParsedMessage } from "#/wire/mime/parsed.ts";
import type { ParseAnswer, ParseOptions, ParseQuestion, ThreadWord } from "./parse-pool.ts";

// Safe: parse-pool.ts starts this thread with these options.
const { blobs: place } = workerData as ParseOptions;
const blobs = createBlobs({ ...place, capBytes: Number.POSITIVE_INFINITY });

parentPort?.on("message", ({ sources, done }: ParseQuestion) => {
  const answers = sources.map(async (source) => {
    const answered = await answer(source);
    Atomics.add(done, 0, 1);
    return answered;
  });
  void Promise.all(answers).then(post);
});
post("ready");

function post(word: ThreadWord): void {
  parentPort?.postMessage(word);
}

async function answer(source: Source): Promise<ParseAnswer[number]> {
  try {
    return { mail: await read(source) };
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

async function read(source: Source): Promise<ReadMail> {
  const parsed =
    "whole" in source
      ? await parseMessage(source.whole)
      : await parseOutline(withBuffers(source.outline));
  const { attachments, sentDate: _sentDate, ...message } = parsed;
  return {
    message,
    words: wordColumns(parsed),
    marks: marksOf({ ...parsed, isInvite: parsed.calendar !== undefined }),
    attachments: await Promise.all(
      ("keepsNoFiles" in source ? [] : attachments).map((attachment) => keep(blobs, attachment)),
    ),
    duplicateKey: duplicateKey(parsed),
    threadKeys: threadKeys(parsed),
  };
}

/** Restores Buffers, which arrive in another thread as Uint8Arrays. */
function withBuffers(outline: Outline): Outline {
  return {
    ...outline,
    header: toBuffer(outline.header),
    parts: outline.parts.map((part) => ({
      ...part,
      content: part.content === null ? null : toBuffer(part.content),
    })),
  };
}

function toBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

async function keep(
  store: Blobs,
  { content, ...attachment }: ParsedAttachment,
): Promise<IncomingAttachment> {
  return { ...attachment, sha256: content === null ? "" : await store.cache(content) };
}

/** Returns a key that is equal for one message received in several accounts; "" without a Message-ID. */
function duplicateKey({ messageId, sentDate, from, subject, text, html }: ParsedMessage): string {
  if (messageId === "") return "";
  const senders = from.map(({ address }) => address.toLowerCase());
  return createHash("sha256")
    .update(JSON.stringify([messageId, sentDate, senders, subject, text || html]))
    .digest("base64url");
}
