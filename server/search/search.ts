import type { AccountId, UserId } from "@inlet/contract/ids.ts";
import type { Engine, Reader } from "#/store/database.ts";
import { messagesByKeys } from "#/store/messages.ts";
import { findWords } from "#/store/search.ts";
import { visibleKeys } from "#/store/visible-keys.ts";
import type { MessageRow } from "#/store/tables.ts";
import { readQuery } from "./read-query.ts";

const keysAtOnce = 500;

/**
 * The user's messages that hold what was typed, newest first; in all accounts the same mail once. A message that is
 * on its way from one folder to another, or gone, is not among them. Throws what readQuery throws.
 */
export async function search(
  reader: Reader,
  engine: Engine,
  userId: UserId,
  query: string,
  options: {
    accountId?: AccountId | undefined;
    limit: number;
    /** Only messages older than this date_key. */
    before?: number | undefined;
    timeZone?: string | undefined;
  },
): Promise<MessageRow[]> {
  const { accountId, limit } = options;
  const words = await readQuery(reader, userId, query, options.timeZone);
  // What is asked besides words may be rare among what holds them.
  const size = words.asks?.length ? Math.max(limit * 2, keysAtOnce) : limit * 2;
  const found: number[] = [];
  let { before } = options;
  while (found.length < limit) {
    const keys = await findWords(reader, engine, {
      userId,
      accountId,
      query: words,
      limit: size,
      before,
    });
    found.push(...(await visibleKeys(reader, engine, userId, keys, accountId, words.asks)));
    if (keys.length < size) break;
    before = keys.at(-1);
  }
  return messagesByKeys(reader, userId, found.slice(0, limit));
}
