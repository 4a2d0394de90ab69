import { Readable } from "node:stream";
import type { FetchMessageObject, FetchQueryObject } from "imapflow";
import { flatParts } from "./outline.ts";
import { decodedChunks, rawChunks } from "./part-stream.ts";
import { WireError } from "#/wire/imap/wire-error.ts";

/** Fetches something of one message. Throws WireError if the message was deleted. */
type One = (query: FetchQueryObject) => Promise<FetchMessageObject>;

/** Returns the decoded content of one part of a message. */
export async function partStream(one: One, part: string): Promise<Readable> {
  const { bodyStructure } = await one({ bodyStructure: true });
  const parts = bodyStructure ? flatParts(bodyStructure) : [];
  const found = parts.find((each) => (each.part ?? "1") === part);
  if (!found) throw new WireError("message_gone");
  const chunks = rawChunks(async (start, maxLength) => {
    const key = part.toUpperCase();
    const { bodyParts } = await one({ bodyParts: [{ key, start, maxLength }] });
    return bodyParts?.get(part.toLowerCase()) ?? bodyParts?.get(part);
  });
  return Readable.from(decodedChunks(chunks, found.encoding ?? ""), { objectMode: false });
}

/** Returns the source of a message as received (RFC 5322). */
export async function sourceStream(one: One): Promise<Readable> {
  const piece = async (start: number, maxLength: number) =>
    (await one({ source: { start, maxLength } })).source;
  // A first request is sent now: a missing message fails here and not in the stream.
  await one({ flags: true });
  return Readable.from(rawChunks(piece), { objectMode: false });
}
