import type { FetchMessageObject, FetchQueryObject } from "imapflow";
import { areReadable, flatParts, readOutline, textPartsOf } from "./outline.ts";
import type { Outline } from "./remote.ts";
import { scanned } from "./scanned.ts";
import { WireError } from "./wire-error.ts";

/** Header, structure and text parts of a message; `one` asks for some of it and throws `message_gone` without answer. */
export async function fetchOutline(
  one: (query: FetchQueryObject) => Promise<FetchMessageObject>,
  scanQuery: FetchQueryObject,
): Promise<Outline> {
  const query = { ...scanQuery, headers: true, bodyStructure: true };
  const message = await one(query).catch(async (error: unknown) => {
    if (!(error instanceof WireError) || error.kind !== "message_gone") throw error;
    // imapflow drops an answer that it cannot parse, and then the message looks as if it were gone.
    await one({ flags: true });
    throw new WireError("protocol", { cause: error });
  });
  const parts = message.bodyStructure ? flatParts(message.bodyStructure) : [];
  if (!areReadable(parts)) throw new WireError("protocol");
  const bodyParts = textPartsOf(parts);
  const texts = bodyParts.length > 0 ? (await one({ bodyParts })).bodyParts : undefined;
  // NIL in place of a text is what Dovecot answers of a message that another session just took away.
  const isWithheld = parts.some(
    ({ part = "1", size = 0 }) => size > 0 && bodyParts.includes(part) && !texts?.get(part),
  );
  if (!message.headers?.length || isWithheld) throw new WireError("protocol");
  return readOutline(scanned(message), message.headers, parts, texts);
}
