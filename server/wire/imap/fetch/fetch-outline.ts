import type { FetchMessageObject, FetchQueryObject } from "imapflow";
import { limits } from "@inlet/contract/limits.ts";
import { areReadable, flatParts, readOutline, textPartsOf } from "./outline.ts";
import type { Outline } from "#/wire/imap/remote.ts";
import { scanned } from "./scanned.ts";
import { WireError } from "#/wire/imap/wire-error.ts";

/** Fetches parts of a message. `onAnswer` pauses the connection. Throws `message_gone` without a response. */
type One = (
  query: FetchQueryObject,
  onAnswer?: (message: FetchMessageObject) => void | Promise<void>,
) => Promise<FetchMessageObject>;

/** Returns header, structure and text parts of a message. `onOutline` pauses the connection until it is done. */
export async function fetchOutline(
  one: One,
  scanQuery: FetchQueryObject,
  onOutline: (outline: Outline) => void | Promise<void>,
): Promise<Outline> {
  const query = { ...scanQuery, headers: true, bodyStructure: true };
  const message = await one(query).catch(async (error: unknown) => {
    if (!(error instanceof WireError) || error.kind !== "message_gone") throw error;
    // imapflow drops a response that it cannot parse, and then the message looks deleted.
    await one({ flags: true });
    throw new WireError("protocol", { cause: error });
  });
  const parts = message.bodyStructure ? flatParts(message.bodyStructure) : [];
  if (!areReadable(parts) || !message.headers?.length) throw new WireError("protocol");
  // Copied, to release the rest of the message; longer than the part that is read, to notice the cut.
  const header = Buffer.from(message.headers.subarray(0, 2 * limits.headerBlockBytes));
  const bodyParts = textPartsOf(parts);
  let outline: Outline | undefined;
  const take = async (texts: FetchMessageObject["bodyParts"]) => {
    // Dovecot returns NIL instead of a text if another session has just deleted the message.
    const isWithheld = parts.some(
      ({ part = "1", size = 0 }) => size > 0 && bodyParts.includes(part) && !texts?.get(part),
    );
    if (isWithheld || outline !== undefined) return;
    outline = readOutline(scanned(message), header, parts, texts);
    await onOutline(outline);
  };
  if (bodyParts.length === 0) await take(undefined);
  else await one({ bodyParts }, (answer) => take(answer.bodyParts));
  if (outline === undefined) throw new WireError("protocol");
  return outline;
}
