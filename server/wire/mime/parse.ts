import type { Outline } from "../imap/remote.ts";
import type { ParsedMessage } from "./parsed.ts";

/** Reads a message. Never throws on bad mail: `notice` says what is missing. */
export async function parseMessage(source: Uint8Array): Promise<ParsedMessage> {
  throw new Error("in the making");
}

/** The same for a message of which only header, structure and texts were fetched. */
export async function parseOutline(outline: Outline): Promise<ParsedMessage> {
  throw new Error("in the making");
}
