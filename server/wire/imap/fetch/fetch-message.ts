import type { FetchMessageObject, FetchQueryObject } from "imapflow";
import type { Fetched } from "#/wire/imap/remote.ts";
import { scanned } from "./scanned.ts";
import { toUidSets } from "#/wire/imap/uid-set.ts";

/** The fetched part of each message. */
export type Content = "source" | "headers";

/** Receives one fetched message. */
export type Take = (message: Fetched) => void | Promise<void>;

interface Fetching {
  content: Content;
  query: FetchQueryObject;
  fetch: (
    set: string,
    query: FetchQueryObject,
    onMessage: (message: FetchMessageObject) => void | Promise<void>,
  ) => Promise<void>;
  /** Returns true if the server only said NO and accepts further commands. */
  isRefusal: (error: unknown) => boolean;
}

/** Fetches whole messages, or their headers; a message that the server refuses is left out, the rest still arrive. */
export async function fetchWhole(
  uids: number[],
  onMessage: Take,
  { content, query, fetch, isRefusal }: Fetching,
): Promise<void> {
  const missing = new Set(uids);
  const take = async (message: FetchMessageObject) => {
    const source = message[content];
    if (!source || !missing.delete(message.uid)) return;
    await onMessage({ ...scanned(message), source });
  };
  const whole = { ...query, [content]: true };
  for (const set of toUidSets(uids)) {
    try {
      await fetch(set, whole, take);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      // Yahoo rejects a whole FETCH because of one message, so the messages are fetched one by one.
      for (const uid of uids.filter((each) => missing.has(each))) {
        await fetch(`${uid}`, whole, take).catch((refused: unknown) => {
          if (!isRefusal(refused)) throw refused;
        });
      }
      return;
    }
  }
}
